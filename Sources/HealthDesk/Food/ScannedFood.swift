import HealthModel
import HealthStore
import Products

/// The products of one run of scans. Photos of one package are one meal: each product is logged, or kept to be logged, once.
package struct ScannedFood {
  private let finder: FoodFinder
  private let diary: MealLog
  private var taken: Set<GTIN> = []

  /// A run that logs into `library`.
  package init(_ library: Library, _ finder: FoodFinder) {
    self.finder = finder
    diary = MealLog(library)
  }

  /// Whether a meal of that number was logged or queued in this run.
  package func isTaken(_ gtin: GTIN) -> Bool { taken.contains(gtin) }

  /// Looks up a number that was read.
  ///
  /// - Parameters:
  ///   - text: The digits as they were read.
  ///   - wish: The meal to be logged; `nil` = the product is only shown.
  /// - Throws: The error of an unusable source, or `StoreError`.
  package mutating func find(_ gtin: GTIN, text: String, wish: MealWish?) async throws -> FoodFinding {
    let finding = try await finder.finding(of: gtin, text: text, isForMeal: wish != nil, willBeLogged: wish != nil)
    let isKept = wish != nil && !finding.decision.isFinal && taken.insert(gtin).inserted
    try finder.record(finding, wish: isKept ? wish : nil)
    return finding
  }

  /// Logs a product.
  ///
  /// - Returns: `nil` when the product was logged, or kept to be logged, earlier in this run; nothing is written then.
  /// - Throws: `FoodError` or `StoreError`.
  package mutating func log(_ product: Product, _ wish: MealWish) throws -> Meal? {
    guard !taken.contains(product.gtin) else { return nil }
    let now = finder.clock.now
    let meal = try Meal(wish, of: product, now: now)
    try diary.log([meal], at: now)
    taken.insert(product.gtin)
    return meal
  }
}
