import ArgumentParser
import FoodScan

/// `--symbologies ean,qr`: which kinds of code are read.
struct SymbologyList: ExpressibleByArgument {
  /// The symbologies, at least one.
  let symbologies: Set<Symbology>

  /// The default: `ean,upc`.
  static let retail = SymbologyList(symbologies: Symbology.retail)

  /// Names of groups, in the order in which help shows them.
  static let groups: [(name: String, symbologies: Set<Symbology>)] = [
    ("ean", [.ean13, .ean8]), ("upc", [.upca, .upce]), ("qr", [.qr]), ("databar", [.databar, .databarExpanded]),
    ("all", Set(Symbology.allCases)),
  ]

  /// Reads names separated by commas: of groups, or of single symbologies as `--json` prints them. `nil` if one is neither.
  init?(argument: String) {
    var symbologies: Set<Symbology> = []
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.lowercased().filter { $0 != " " }
      if let group = Self.groups.first(where: { $0.name == name }) {
        symbologies.formUnion(group.symbologies)
      } else if let symbology = Symbology(rawValue: name) {
        symbologies.insert(symbology)
      } else {
        return nil
      }
    }
    self.symbologies = symbologies
  }

  var defaultValueDescription: String { "ean,upc" }

  static var allValueStrings: [String] { groups.map(\.name) }

  private init(symbologies: Set<Symbology>) { self.symbologies = symbologies }
}
