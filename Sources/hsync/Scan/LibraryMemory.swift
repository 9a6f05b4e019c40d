import HealthModel
import HealthStore
import Products

/// What the Open Food Facts client must remember between runs, kept in the user's library.
struct LibraryMemory: LookupMemory {
  private let cache: ProductCache
  private let notebook: Notebook

  init(_ library: Library) {
    cache = ProductCache(library)
    notebook = Notebook(library)
  }

  func answer(for gtin: GTIN) throws -> RememberedAnswer? {
    try cache.answer(for: gtin)
  }

  func remember(_ answer: RememberedAnswer, for gtin: GTIN) throws {
    try cache.store(answer, for: gtin)
  }

  func withBudget<T: Sendable>(_ body: @Sendable (inout RequestBudget) -> T) throws -> T {
    try notebook.update("open_food_facts_budget") { text in
      var budget = text.flatMap { try? JSON(parsing: $0) }.map(RequestBudget.init(json:)) ?? RequestBudget()
      let result = body(&budget)
      return (budget.json.text, result)
    }
  }
}
