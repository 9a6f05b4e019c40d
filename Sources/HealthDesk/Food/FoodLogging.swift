import HealthModel
import HealthStore

/// The result of a request to log a meal, which may arrive more than once.
package enum FoodLogging: Sendable, Equatable {
  /// The entry was logged.
  case logged(Meal)
  /// The same request came before.
  case earlier(EntryHistory)
  /// The product can't be looked up now; the entry is logged once it is found. The error says why.
  case waits(FoodError)
}

extension Diary {
  /// Logs an entry unless its id was used before.
  ///
  /// - Throws: `FoodError.energy`, or `StoreError` if another value is out of range.
  package func logOnce(_ meal: Meal, at now: Moment) throws -> FoodLogging {
    if let earlier = try meals.logOnce(meal.checked(), at: now) { return .earlier(earlier) }
    return .logged(meal)
  }

  /// Returns the history of an entry's id; `nil` = no entry had it.
  package func history(of id: String) throws(StoreError) -> EntryHistory? { try meals.history(of: id) }
}

extension FoodFinder {
  /// Logs the product of a typed or scanned barcode, as requested, unless the id of `wish` was used before. If it can't be looked up now, it is queued.
  ///
  /// - Throws: `FoodError` when there is no such product, or no such amount of it; the error of an unusable source, or `StoreError`.
  package func log(_ barcode: TypedBarcode, _ wish: MealWish, in library: Library) async throws -> FoodLogging {
    let diary = Diary(library)
    if let earlier = try wish.id.flatMap({ try diary.history(of: $0) }) { return .earlier(earlier) }
    do {
      let now = clock.now
      return try diary.logOnce(try Meal(wish, of: await product(of: barcode, wish: wish), now: now), at: now)
    } catch let error as FoodError {
      if case .pending = error { return .waits(error) }
      throw error
    }
  }

  /// Looks up a typed barcode to show its product. If it can't be looked up now, the barcode is queued without a meal.
  ///
  /// - Throws: The error of an unusable source, or `StoreError`.
  package func find(_ barcode: TypedBarcode) async throws -> FoodFinding {
    let finding = try await finding(of: barcode)
    // Digits that no source knows may be mistyped: a number that waits stays.
    if case .unknown = finding.decision { return finding }
    try record(finding, wish: nil)
    return finding
  }
}
