import ArgumentParser
import Forecast
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// `hsync go profile delete`.
struct GoProfileDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete the profile, the saved places and their forecasts, and cancel notices.")

  @Flag(help: "Don't ask for confirmation.")
  var yes = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    let library = try library.open()
    let desk = GoDesk(library, clock: LocalClock.wall)
    let setup = try desk.setup()
    guard setup.isSetUp else {
      throw CommandError(.no, "there is no profile", hint: "set one up: hsync go profile set --activities swim,run")
    }
    try Confirmation.require("delete the profile, its preferences, the saved places and planned notices?", isGiven: yes)
    let cache = ForecastCache(Paths())
    for place in try desk.removeAll() + [setup.place] { try cache.remove(place) }
    try await NoticeDesk(library).plan()
    Output.line("deleted the profile; set up another one: hsync go profile set --activities swim,run")
  }
}
