import Forecast
import HealthModel
import HealthStore

/// The budget of calls to Open-Meteo, kept in the user's library.
package struct LibraryCallMemory: CallMemory {
  private let notebook: Notebook

  /// The memory in a library.
  package init(_ library: Library) { notebook = Notebook(library) }

  package func withBudget<T: Sendable>(_ body: @Sendable (inout CallBudget) -> T) throws -> T {
    try notebook.update("open_meteo_budget") { text in
      var budget = text.flatMap { try? JSON(parsing: $0) }.map(CallBudget.init(json:)) ?? CallBudget()
      let result = body(&budget)
      return (budget.json.text, result)
    }
  }
}
