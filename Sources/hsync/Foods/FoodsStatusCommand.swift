import ArgumentParser
import FoodCatalog
import HealthDesk
import HealthModel
import Settings

/// `hsync foods status`.
struct FoodsStatusCommand: ParsableCommand, OnlyShowing {
  static let configuration = CommandConfiguration(commandName: "status", abstract: "Show the catalogue's size, age and licence.")

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let catalogue = CatalogueDesk.atStart.catalogue
    let status = try catalogue.status()
    if json { return Output.json(FoodsStatusCommand.json(status, path: catalogue.path)) }
    guard let status else {
      Output.line("no catalogue")
      return Output.notice("hint: \(CommandError.importHint)")
    }
    let foods = status.foods + (status.usda?.foods ?? 0)
    Output.line("\(Quantity.count(Int(foods), "food")), \(Quantity.bytes(status.bytes)): \(Paths().typed(catalogue.path))")
    if status.importedAtMs > 0 {
      FoodsStatusCommand.lines(.openFoodFacts, nil, status.importedAtMs, status.newestS, status.filter).forEach(Output.line)
    }
    if let usda = status.usda {
      FoodsStatusCommand.lines(.usda, usda.foods, usda.importedAtMs, usda.newestS, usda.filter).forEach(Output.line)
    }
  }

  /// The lines about a source; a second one has its number of foods.
  private static func lines(
    _ source: Attribution, _ foods: Int64?, _ importedAtMs: Int64, _ newestS: Int64, _ filter: FoodFilter
  ) -> [String] {
    let imported = LocalClock.moment(atMs: importedAtMs)
    let age = newestS > 0 ? ", last change of a food \(LocalClock.moment(atMs: newestS * 1000).day)" : ""
    let count = foods.map { "\(Quantity.count(Int($0), "food")) of FoodData Central, " } ?? ""
    let filters = filter.countries + filter.languages
    return ["\(count)imported \(imported.day) \(imported.clock)\(age)"]
      + (filters.isEmpty ? [] : ["only \(filters.joined(separator: ", "))"]) + [source.sentence]
  }

  private static func json(_ status: CatalogueStatus?, path: String) -> JSON {
    let age = status?.newestS ?? 0
    let members: [(String, JSON)] = [
      ("path", .string(path)), ("foods", FoodsStatusCommand.number(status?.foods)), ("bytes", FoodsStatusCommand.number(status?.bytes)),
      ("imported_at_ms", FoodsStatusCommand.number(status?.importedAtMs)),
      ("newest_change_s", FoodsStatusCommand.number(age > 0 ? age : nil)), ("filter", status?.filter.json ?? .null),
      ("attribution", .string(Attribution.openFoodFacts.sentence)), ("usda", status?.usda.map { FoodsStatusCommand.json($0) } ?? .null),
    ]
    return .object(members)
  }

  private static func json(_ part: CatalogueStatus.Part) -> JSON {
    .object([
      ("foods", JSON(part.foods)), ("imported_at_ms", JSON(part.importedAtMs)),
      ("newest_change_s", number(part.newestS > 0 ? part.newestS : nil)), ("filter", part.filter.json),
      ("attribution", .string(Attribution.usda.sentence)),
    ])
  }

  private static func number(_ value: Int64?) -> JSON { value.map { JSON($0) } ?? .null }
}

extension CommandError {
  /// The way to a catalogue.
  static let importHint = "download a dump from https://world.openfoodfacts.org/data, then: hsync foods import FILE"
}
