import FoodCatalog
import HealthModel
import HealthStore
import Products
import Transport

/// Looks up numbers for a library. A number that can't be looked up now is queued; one that has an answer leaves the queue.
package struct FoodFinder: Sendable {
  /// The user's clock.
  package let clock: any WallClock
  private let products: ProductLookup
  private let pending: PendingLookups

  /// Creates a finder that looks numbers up with `products`.
  package init(_ library: Library, _ products: ProductLookup, clock: any WallClock) {
    self.products = products
    self.clock = clock
    pending = PendingLookups(library)
  }

  /// Creates a finder that looks numbers up at `sources`, with earlier answers and the budget of requests in the library.
  ///
  /// - Parameters:
  ///   - files: Reads the product file, and keeps it for the next finder.
  ///   - catalogue: The catalogue on this machine. `nil` for none.
  /// - Throws: When the product file can't be read, or a line of it is wrong.
  package init(
    _ library: Library, _ sources: ProductSources, files: ProductCatalog = ProductCatalog(), catalogue: FoodCatalog? = nil,
    transport: any Transport,
    clock: any WallClock
  ) throws(ProductError) {
    let products = try sources.lookup(
      files: files, own: [OwnFoodSource(library), HistorySource(library, .byHand)], catalogue: catalogue.map(CatalogueSource.init),
      lastResort: HistorySource(library, .all), memory: LibraryMemory(library), transport: transport, now: { clock.nowMs })
    self.init(library, products, clock: clock)
  }

  /// Looks up a number that was read in a photo.
  ///
  /// - Parameters:
  ///   - text: The digits as they were read.
  ///   - wish: The meal to be logged, which is queued with the number if it can't be looked up; `nil` = the product is
  ///     only shown.
  /// - Throws: The error of an unusable source, or `StoreError`.
  package func find(_ gtin: GTIN, text: String, wish: MealWish? = nil) async throws -> FoodFinding {
    let finding = try await finding(of: gtin, text: text, isForMeal: wish != nil, willBeLogged: wish != nil)
    try record(finding, wish: wish)
    return finding
  }

  /// Looks up a number that was read in a photo, only to show its product: nothing is queued.
  ///
  /// - Throws: The error of an unusable source.
  package func look(up gtin: GTIN, text: String) async throws -> FoodFinding {
    try await finding(of: gtin, text: text, isForMeal: false, willBeLogged: false)
  }

  /// Returns the product of a typed barcode. If it can't be looked up the barcode is queued with `wish`.
  ///
  /// - Throws: `FoodError` when there is no product now; the error of an unusable source, or `StoreError`.
  package func product(of barcode: TypedBarcode, wish: MealWish) async throws -> Product {
    let finding = try await finding(of: barcode, willBeLogged: true)
    // Digits that no source knows may be mistyped: a number that waits stays.
    if case .unknown = finding.decision {} else { try record(finding, wish: wish) }
    guard let product = finding.product else { throw finding.failure ?? .unknown(code: barcode.text) }
    return product
  }

  /// Asks the service about many numbers at once, so that looking them up one by one needs few requests.
  ///
  /// - Throws: The error of an unusable source.
  package func prepare(for gtins: [GTIN]) async throws(ProductError) { try await products.prepare(for: gtins) }

  /// Looks up a number and writes nothing to the queue of pending lookups.
  func finding(of gtin: GTIN, text: String, isForMeal: Bool, willBeLogged: Bool) async throws -> FoodFinding {
    let decision = LookupDecision(try await products.answer(for: gtin), about: gtin, isForMeal: isForMeal)
    return FoodFinding(gtin, text: text, decision, willBeLogged: willBeLogged, clock: clock)
  }

  /// The same of a typed barcode: of the first of its readings that has a product.
  ///
  /// - Throws: `FoodError.wrongCheckDigit` when no source on this machine has a number whose check digit is wrong: no other one is asked.
  package func finding(of barcode: TypedBarcode, willBeLogged: Bool = false) async throws -> FoodFinding {
    if let product = try localProduct(of: barcode) {
      return FoodFinding(product.gtin, text: barcode.text, .known(product), willBeLogged: willBeLogged, clock: clock)
    }
    if barcode.plausible.isEmpty { throw FoodError.wrongCheckDigit(barcode.text) }
    let (gtin, decision) = try await products.decision(onFirstOf: barcode.plausible, isForMeal: true)
    return FoodFinding(gtin, text: barcode.text, decision, willBeLogged: willBeLogged, clock: clock)
  }

  /// The product of the first reading of a typed barcode that a source on this machine has which is asked before any service; else `nil`. Works on the
  /// calling thread.
  ///
  /// - Throws: The error of an unusable source.
  package func localProduct(of barcode: TypedBarcode) throws(ProductError) -> Product? {
    for gtin in barcode.readings { if let product = try products.localProduct(for: gtin) { return product } }
    return nil
  }

  /// Queues a number that couldn't be looked up, with its meal, and removes one that has an answer.
  func record(_ finding: FoodFinding, wish: MealWish?) throws(StoreError) {
    if case .pending(let trouble) = finding.decision {
      try pending.add(finding.gtin, text: finding.text, reason: trouble.sentence(by: clock), wish: wish, atMs: clock.nowMs)
    } else {
      try pending.settle(finding.gtin)
    }
  }
}
