import HealthModel
import HealthStore
import Products

/// The numbers that couldn't be looked up when they were scanned or typed.
package struct PendingFood: Sendable {
  private let pending: PendingLookups
  private let diary: MealLog

  /// The pending numbers of a library.
  package init(_ library: Library) {
    pending = PendingLookups(library)
    diary = MealLog(library)
  }

  /// Returns all pending numbers, the oldest first.
  package func list() throws(StoreError) -> [PendingLookup] { try pending.list() }
}

// MARK: - Resolving

extension PendingFood {
  /// The result of looking up a pending number.
  package struct Resolution: Sendable, Equatable {
    /// The product; `nil` when none was found.
    package let product: Product?
    /// The meals that waited for it and are logged now.
    package let logged: [Meal]
    /// The reason why it is still queued, or has no product; `nil` when it isn't queued any more.
    package let failure: FoodError?
  }

  /// Asks the service about all of these numbers in as few requests as its limits allow. Call it before they are resolved one by one.
  ///
  /// - Throws: The error of a source that can't be used at all.
  package func prepare(_ codes: [PendingLookup], with finder: FoodFinder) async throws(ProductError) {
    try await finder.prepare(for: codes.map(\.gtin))
  }

  /// Looks up a number and logs its queued meals. If that fails, they stay queued, with the new reason.
  ///
  /// - Throws: The error of a source that can't be used at all, or `StoreError`.
  package func resolve(_ code: PendingLookup, with finder: FoodFinder) async throws -> Resolution {
    let finding = try await finder.finding(of: code.gtin, text: code.text, isForMeal: true, willBeLogged: false)
    switch finding.decision {
    case .known(let product):
      do throws(FoodError) {
        return Resolution(product: product, logged: try log(code, product, now: finder.clock.now), failure: nil)
      } catch {
        // The product is known but not how much of what it is: the meals wait for a better answer, or to be dropped.
        try pending.add(code.gtin, text: code.text, reason: error.sentence, atMs: code.atMs)
        return Resolution(product: product, logged: [], failure: error)
      }
    case .onlyRead, .unknown:
      let error = FoodError.unknown(code: code.text)
      try pending.add(code.gtin, text: code.text, reason: error.sentence, atMs: code.atMs)
      try pending.settle(code.gtin)
      return Resolution(product: nil, logged: [], failure: error)
    case .pending(let trouble):
      try pending.add(code.gtin, text: code.text, reason: trouble.sentence(by: finder.clock), atMs: code.atMs)
      return Resolution(product: nil, logged: [], failure: finding.failure)
    }
  }

  private func log(_ code: PendingLookup, _ product: Product, now: Moment) throws(FoodError) -> [Meal] {
    let meals = try code.wishes.map { wish throws(FoodError) in try Meal(wish, of: product, now: now) }
    do throws(StoreError) {
      try diary.log(meals, resolving: code.gtin, at: now)
      try pending.settle(code.gtin)
    } catch {
      throw .store(error)
    }
    return meals
  }
}

// MARK: - Removing

extension PendingFood {
  /// The result of removing by digits.
  package enum Removal: Sendable, Equatable {
    /// The number was removed, with its queued meals.
    case removed
    /// No pending number has these digits.
    case none
    /// Several pending numbers contain these digits; none was removed.
    case several([PendingLookup])
  }

  /// Removes the pending number for each text: an exact match, or the only one that contains the text, of at least 4 characters.
  ///
  /// - Returns: A result for each text.
  package func remove(matching texts: [String]) throws(StoreError) -> [Removal] {
    let waiting = try list()
    return try texts.map { text throws(StoreError) in
      let readings = GTIN.readings(of: text)
      var matches = waiting.filter { readings.contains($0.gtin) || $0.text == text }
      if matches.isEmpty, text.count >= 4 { matches = waiting.filter { $0.text.contains(text) } }
      guard matches.count <= 1 || readings.contains(where: { reading in matches.allSatisfy { $0.gtin == reading } }) else {
        return .several(matches)
      }
      for match in matches { try pending.remove(match.gtin) }
      return matches.isEmpty ? .none : .removed
    }
  }
}
