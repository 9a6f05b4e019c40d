import ActivityWindow
import ArgumentParser
import HealthDesk
import HealthModel
import Settings

/// `hsync go plan`.
struct GoPlanCommand: AsyncParsableCommand, OnlyShowing {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Show the scores of the next seven days, hour by hour, and the windows of each day.")

  @Option(help: "Only this mode; repeatable (default: those of the profile, with --json all).")
  var mode: [ActivityMode] = []

  @Option(help: ArgumentHelp("The number of days from today on, 1 to 7.", valueName: "n"))
  var days = ActivityPlan.shownDays

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup var picture: ChartOption
  @OptionGroup(title: "Forecast") var forecast: GoOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    try picture.refuse(json: json)
    guard (1...ActivityPlan.shownDays).contains(days) else { throw ValidationError("--days must be 1 to \(ActivityPlan.shownDays).") }
  }

  func run() async throws {
    let view = try await forecast.view(in: library.open(), days: days)
    let chosen = ActivityMode.allCases.filter(mode.contains)
    if json {
      let modes = chosen.isEmpty ? ActivityMode.allCases : chosen
      return Output.json(view.plan.json(place: view.setup.place.id, fetchedAtMs: view.fetchedAtMs, modes: modes))
    }
    let modes = chosen.isEmpty ? view.modes : chosen
    if let file = picture.file { return try file.write(view.picture(modes, days: days)) }
    GoStrips(view: view, modes: modes).lines.forEach(Output.line)
  }
}
