import ArgumentParser
import Forecast
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// `hsync go place list`.
struct GoPlaceListCommand: ParsableCommand, OnlyShowing {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the saved places; * marks the one that is shown.")

  @Flag(help: "Print one JSON object per place, each on its own line.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let setup = try GoDesk(library.open(), clock: LocalClock.wall).setup()
    let isSaved = setup.places.contains { $0.id == setup.place.id }
    let places = setup.places + (isSaved ? [] : [setup.place])
    if json { return places.forEach { Output.json($0.line(isShown: $0.id == setup.place.id)) } }
    var columns = Columns([.left, .left, .left, .right, .right, .left], elastic: 2)
    for place in places {
      columns.add([
        place.id == setup.place.id ? "*" : " ", place.id, place.name.onOneLine, Quantity.fixed(place.latitude, 3),
        Quantity.fixed(place.longitude, 3), place.zone,
      ])
    }
    columns.lines(within: Terminal.room).forEach(Output.line)
  }
}
