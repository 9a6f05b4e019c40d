/// A database that foods of the catalogue are from. Each has tables of its own in the catalogue's file, so that their licences stay apart.
package enum FoodSource: String, Sendable, Hashable, CaseIterable {
  /// Open Food Facts, under the ODbL.
  case openFoodFacts
  /// The branded foods of FoodData Central, in the public domain.
  case usda

  /// The names of its tables begin with this.
  var prefix: String {
    switch self {
    case .openFoodFacts: ""
    case .usda: "usda_"
    }
  }
}
