import ArgumentParser
import Forecast
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// `hsync go place use`.
struct GoPlaceUseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "use", abstract: "Show a saved place from now on.")

  @Argument(help: ArgumentHelp("Its id or name.", valueName: "place"))
  var name: String

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    let library = try library.open()
    let place = try GoDesk(library, clock: LocalClock.wall).use(name)
    Output.line("showing \(place.name.onOneLine)")
    try await NoticeDesk(library).plan()
  }
}
