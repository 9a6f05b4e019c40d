/// Facts about a catalogue.
package struct CatalogueStatus: Sendable, Equatable {
  /// Facts about the foods of a second source.
  package struct Part: Sendable, Equatable {
    /// Foods of it.
    package let foods: Int64
    /// Those of them whose energy is given or can be computed.
    package let withEnergy: Int64
    /// The time of the import, in milliseconds since 1970.
    package let importedAtMs: Int64
    /// The last change of any of its foods, in seconds since 1970. 0 = not known.
    package let newestS: Int64
    /// The filters it was imported with.
    package let filter: FoodFilter
  }

  /// Foods of Open Food Facts in it.
  package let foods: Int64
  /// Those of them whose energy is given or can be computed.
  package let withEnergy: Int64
  /// The time of their import, in milliseconds since 1970. 0 = they weren't imported.
  package let importedAtMs: Int64
  /// The last change of any of them, in seconds since 1970: the age of the dump. 0 = not known.
  package let newestS: Int64
  /// The size of its file.
  package let bytes: Int64
  /// The filters they were imported with.
  package let filter: FoodFilter
  /// The branded foods of FoodData Central in it. `nil` when there are none.
  package let usda: Part?

  /// The coverage of its foods of a source. `nil` when it has none.
  package func knowledge(of source: FoodSource) -> CatalogueKnowledge? {
    switch source {
    case .openFoodFacts: foods > 0 ? CatalogueKnowledge(foods: foods, withEnergy: withEnergy, filter: filter) : nil
    case .usda: usda.map { CatalogueKnowledge(foods: $0.foods, withEnergy: $0.withEnergy, filter: $0.filter) }
    }
  }
}
