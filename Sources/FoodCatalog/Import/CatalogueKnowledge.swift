/// The coverage of one source's foods in a catalogue.
package struct CatalogueKnowledge: Sendable, Equatable {
  /// Foods of it.
  package let foods: Int64
  /// Those of them whose energy is given or can be computed.
  package let withEnergy: Int64
  /// The filter they were imported with.
  package let filter: FoodFilter

  /// Knowledge with everything given.
  package init(foods: Int64, withEnergy: Int64, filter: FoodFilter) {
    (self.foods, self.withEnergy, self.filter) = (foods, withEnergy, filter)
  }

  /// Whether these foods know far less than others that they are to replace: less than half as many have an energy, or with another filter, which
  /// changes the number of foods on purpose, less than half as large a part of them.
  ///
  /// 400 of 1,000 foods instead of 900 of 1,000 are; 450 are not.
  package func isFarLess(than old: CatalogueKnowledge) -> Bool {
    if filter == old.filter { return 2 * withEnergy < old.withEnergy }
    return 2 * Double(withEnergy) * Double(old.foods) < Double(old.withEnergy) * Double(foods)
  }
}

/// A new catalogue that knows far less than the one in use, which it would replace.
package struct CatalogueLoss: Sendable, Equatable {
  /// The source of the foods.
  package let source: FoodSource
  /// The coverage of the catalogue in use.
  package let old: CatalogueKnowledge
  /// The coverage of the new one.
  package let new: CatalogueKnowledge
}
