/// The result of an import.
package struct ImportReport: Sendable, Equatable {
  /// The source of the foods.
  package var source = FoodSource.openFoodFacts
  /// Lines of the dump, without the header; of FoodData Central, those of its branded foods.
  package var rows: Int64 = 0
  /// Foods that were written: new ones, and changed ones of an update.
  package var imported: Int64 = 0
  /// Lines that can't be parsed, left out.
  package var broken: Int64 = 0
  /// Lines that were left out for another reason: their number isn't a GTIN, a filter, a repeated number, or a newer entry in the catalogue.
  package var skipped: Int64 = 0
}
