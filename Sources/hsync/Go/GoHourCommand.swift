import ActivityWindow
import ArgumentParser
import HealthDesk
import HealthModel
import Settings

/// `hsync go hour`.
struct GoHourCommand: AsyncParsableCommand, OnlyShowing {
  static let configuration = CommandConfiguration(
    commandName: "hour", abstract: "Show an hour: its score and all reasons in each mode, and the values of the forecast.")

  @Argument(help: ArgumentHelp("now, 7, 07:30, tomorrow 7:00, 2026-06-01T07:00 or the link of a notice.", valueName: "time"))
  var time: [String]

  @Option(help: "Only this mode; repeatable (default: those of the profile).")
  var mode: [ActivityMode] = []

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "Forecast") var forecast: GoOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() async throws {
    let time = try GoTime(time.joined(separator: " "))
    let view = try await forecast.view(in: library.open())
    let hour = try time.hour(in: view)
    let chosen = mode.isEmpty ? [time.mode].compactMap { $0 } : ActivityMode.allCases.filter(mode.contains)
    let modes = chosen.isEmpty ? view.modes : chosen
    if json { return Output.json(hour.json(modes.isEmpty ? ActivityMode.allCases : modes)) }
    GoHourWords(view: view, hour: hour, modes: modes).lines.forEach(Output.line)
  }
}
