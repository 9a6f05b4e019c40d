import ArgumentParser
import HealthDesk
import HealthModel

/// `hsync foods list`.
struct FoodsListCommand: ParsableCommand, OnlyShowing {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the foods of your own and the barcodes with values of your own.")

  @Flag(help: "Print a JSON list.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let foods = try OwnFoodDesk(library.open()).all()
    if json { return Output.json(.array(foods.map(\.json))) }
    if foods.isEmpty { return Output.notice("no own foods; add one: hsync foods add NAME --kcal N") }
    var columns = Columns([.left, .left], elastic: 1)
    for food in foods { columns.add([food.gtin?.description ?? String(food.id.suffix(6)), food.line]) }
    columns.lines(within: Terminal.room).forEach(Output.line)
  }
}
