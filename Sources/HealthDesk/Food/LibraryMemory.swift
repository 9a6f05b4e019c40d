import HealthModel
import HealthStore
import Products

/// The memory of the Open Food Facts client between runs, kept in the user's library.
package struct LibraryMemory: LookupMemory {
  private let cache: ProductCache
  private let notebook: Notebook

  /// The memory in a library.
  package init(_ library: Library) {
    cache = ProductCache(library)
    notebook = Notebook(library)
  }

  package func answer(for gtin: GTIN) throws -> RememberedAnswer? {
    try cache.answer(for: gtin)
  }

  package func remember(_ answer: RememberedAnswer, for gtin: GTIN) throws {
    try cache.store(answer, for: gtin)
  }

  package func withBudget<T: Sendable>(_ body: @Sendable (inout RequestBudget) -> T) throws -> T {
    try notebook.update("open_food_facts_budget") { text in
      var budget = text.flatMap { try? JSON(parsing: $0) }.map(RequestBudget.init(json:)) ?? RequestBudget()
      let result = body(&budget)
      return (budget.json.text, result)
    }
  }
}
