import HealthModel
import HealthStore
import Products

/// The entries of a library as a source of products: the last one of a number, with its values per 100 g and per serving.
///
/// Values that the user entered are asked for before all sources. Those of a source were scaled and rounded for the entry, so that they are asked
/// for only where the source itself can't be.
package struct HistorySource: LocalProductSource {
  /// The entries that count.
  package enum Entries: Sendable {
    /// Those with the user's own values.
    case byHand
    /// All.
    case all
  }

  package let name = "earlier entries"
  private let meals: MealLog
  private let entries: Entries

  /// The products of entries in a library.
  package init(_ library: Library, _ entries: Entries) {
    meals = MealLog(library)
    self.entries = entries
  }

  package func localAnswer(for gtin: GTIN) throws(ProductError) -> ProductAnswer {
    let meal: Meal?
    do throws(StoreError) { meal = try meals.newest(of: gtin, source: entries == .byHand ? Provenance.manual.source : nil) } catch {
      throw ProductError(code: .memory, message: error.message, hint: error.hint, kind: error.kind)
    }
    return meal.flatMap { Product(eaten: $0, gtin: gtin) }.map(ProductAnswer.found) ?? .notFound
  }
}

extension Product {
  /// The product of an entry. `nil` when no amount or no value of it is known.
  package init?(eaten meal: Meal, gtin: GTIN) {
    let (servings, grams) = (meal.amount.servings ?? 0, meal.amount.grams ?? 0)
    guard servings > 0 || grams > 0, !meal.nutrition.isEmpty else { return nil }
    self.init(
      gtin: gtin, name: meal.name, brand: meal.brand, servingG: servings > 0 && grams > 0 ? grams / servings : nil,
      per100g: grams > 0 ? meal.nutrition.scaled(by: 100 / grams) : nil,
      perServing: servings > 0 ? meal.nutrition.scaled(by: 1 / servings) : nil, source: meal.provenance.source,
      revision: meal.provenance.revision, doubts: meal.provenance.doubts, origin: .history)
  }
}
