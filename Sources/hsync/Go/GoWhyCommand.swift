import ActivityWindow
import ArgumentParser
import HealthDesk
import HealthModel
import Settings

/// `hsync go why`.
struct GoWhyCommand: AsyncParsableCommand, OnlyShowing {
  static let configuration = CommandConfiguration(
    commandName: "why", abstract: "Explain an hour's score rule by rule, and why its day has windows or none.")

  @Argument(help: ArgumentHelp("The time, as of hsync go hour (default: now).", valueName: "time"))
  var time: [String] = []

  @Option(help: "Only this mode; repeatable (default: those of the profile).")
  var mode: [ActivityMode] = []

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Forecast") var forecast: GoOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    let time = try GoTime(time.isEmpty ? "now" : time.joined(separator: " "))
    let view = try await forecast.view(in: library.open())
    let hour = try time.hour(in: view)
    let chosen = ActivityMode.allCases.filter(mode.contains)
    let why = GoWhy(view: view, hour: hour, modes: chosen.isEmpty ? view.modes : chosen)
    if json { return Output.json(why.json) }
    why.lines.forEach(Output.line)
  }
}
