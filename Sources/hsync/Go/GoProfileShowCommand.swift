import ActivityWindow
import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// `hsync go profile show`, which is what `hsync go profile` does.
struct GoProfileShowCommand: ParsableCommand, OnlyShowing {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the profile.", discussion: "--json prints it as profile_v1, also for export.")

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let setup = try GoDesk(library.open(), clock: LocalClock.wall).setup()
    if json { return Output.json(setup.profile.json) }
    GoProfileWords(setup).lines.forEach(Output.line)
  }
}
