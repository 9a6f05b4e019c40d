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
    let imported = LocalClock.moment(atMs: status.importedAtMs)
    Output.line("\(Quantity.count(Int(status.foods), "food")), \(Quantity.bytes(status.bytes)): \(Paths().typed(catalogue.path))")
    let age = status.newestS > 0 ? ", last change of a food \(LocalClock.moment(atMs: status.newestS * 1000).day)" : ""
    Output.line("imported \(imported.day) \(imported.clock)\(age)")
    let filters = status.filter.countries + status.filter.languages
    if !filters.isEmpty { Output.line("only \(filters.joined(separator: ", "))") }
    Output.line(Attribution.openFoodFacts)
  }

  private static func json(_ status: CatalogueStatus?, path: String) -> JSON {
    let age = status?.newestS ?? 0
    let members: [(String, JSON)] = [
      ("path", .string(path)), ("foods", FoodsStatusCommand.number(status?.foods)), ("bytes", FoodsStatusCommand.number(status?.bytes)),
      ("imported_at_ms", FoodsStatusCommand.number(status?.importedAtMs)),
      ("newest_change_s", FoodsStatusCommand.number(age > 0 ? age : nil)), ("filter", status?.filter.json ?? .null),
      ("attribution", .string(Attribution.openFoodFacts)),
    ]
    return .object(members)
  }

  private static func number(_ value: Int64?) -> JSON { value.map { JSON($0) } ?? .null }
}

extension CommandError {
  /// The way to a catalogue.
  static let importHint = "download a dump from https://world.openfoodfacts.org/data, then: hsync foods import FILE"
}
