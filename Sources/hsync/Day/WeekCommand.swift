import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import Settings
import WeekPlan

/// `hsync week [WEEK]`: seven days in numbers.
struct WeekCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "week",
    abstract: "Show a week in numbers: steps, energy, workouts, sleep, meals and the plan, with sums and means.",
    usage: "hsync week [WEEK] [--json] [--svg FILE]",
    discussion: "Means are over the days for which the figure is known.")

  // Unrecognised, because the parser takes -1 for an option.
  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("this, last, -1, 2026-W07 or a date (default: this week).", valueName: "week"))
  var words: [String] = []

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup var picture: ChartOption

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    _ = try WeekArgument.all(of: words, most: 1)
    try picture.refuse(json: json)
  }

  func run() throws {
    let today = LocalClock.now.day
    let week = try WeekArgument.all(of: words, most: 1).first?.week(from: today) ?? ISOWeek(of: today)
    let glance = try WeekGlance(library.open(), week, settings: Configuration.atStart.health)
    if let file = picture.file { return try file.write(glance.picture(today: today)) }
    if json { return Output.json(glance.json) }
    WeekTable(glance: glance, today: today, room: Terminal.room).lines.forEach(Output.line)
  }
}
