import ArgumentParser
import Forecast
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// `hsync go place delete`, also called `rm`.
struct GoPlaceDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a saved place and its forecast; hsync undo brings the place back.", aliases: ["rm"])

  @Argument(help: ArgumentHelp("Its id or name.", valueName: "place"))
  var name: String

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    let library = try library.open()
    let place = try GoDesk(library, clock: LocalClock.wall).remove(name)
    try ForecastCache(Paths()).remove(place)
    Output.line("deleted \(place.name.onOneLine)")
    try await NoticeDesk(library).plan()
  }
}
