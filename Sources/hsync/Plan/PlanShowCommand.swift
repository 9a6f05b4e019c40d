import ArgumentParser
import Forecast
import Foundation
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// `hsync plan [WEEK]`.
struct PlanShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a week of the plan.",
    usage: "hsync plan [WEEK] [--weeks N] [--json [--items]]",
    discussion:
      "A wide terminal shows the days side by side. --json --items prints an item per line, which is also what hsync plan apply reads.")

  // Unrecognised, because the parser takes -1 for an option.
  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("this, next, last, +1, -1, 2026-W07 or a date (default: this week).", valueName: "week"))
  var words: [String] = []

  @OptionGroup var week: WeekOptions

  @Option(help: "How many weeks, 1-106.")
  var weeks = 1

  @Flag(help: "Print one JSON document per week and line.")
  var json = false

  @Flag(help: "With --json, print one item per line.")
  var items = false

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    _ = try WeekArgument.all(of: words, most: 1, orCommand: true)
    if !words.isEmpty, week.argument != nil { throw ValidationError("Name the week once, with --week or without.") }
    if items, !json { throw ValidationError("--items goes with --json.") }
    if !(1...106).contains(weeks) { throw ValidationError("--weeks must be 1 to 106.") }
  }

  func run() throws {
    let today = LocalClock.now.day
    let first = try WeekArgument.all(of: words, most: 1).first?.week(from: today) ?? week.week(from: today)
    let library = try library.open()
    let shown = try PlannedWeek.weeks(weeks, from: first, in: Planner(library))
    let selected = first.contains(today) ? today : first.monday
    let items = shown.flatMap(\.items).filter { $0.day == selected }
    let workouts = items.count { $0.kind == .workout }
    Events.atStart.record(.screenViewed(.planner(selectedDay: selected, workouts: workouts, meals: items.count - workouts)))
    if self.items { return shown.flatMap(\.items).forEach { Output.json($0.json) } }
    if json { return shown.forEach { Output.json($0.json) } }
    let width = Terminal.isTerminal(STDOUT_FILENO) ? Terminal.width : nil
    let configuration = Configuration.atStart
    // A list that can't be read is told by hsync plan quick; the plan is shown all the same.
    let quick = try? QuickChips(workouts: configuration.quickWorkouts, meals: configuration.quickMeals)
    let windows = try GoDesk(library, clock: LocalClock.wall).cached(ForecastCache(Paths()))
    for (number, week) in shown.enumerated() {
      if number > 0 { Output.line("") }
      PlanShowCommand.lines(of: week, quick: quick, today: today, width: width).forEach(Output.line)
      windows?.planLines(for: week.items).forEach(Output.line)
    }
  }

  /// The week as it is shown where there are so many columns; `nil` = no terminal.
  ///
  /// - Parameter quick: What is planned often, offered while nothing is planned; `nil` = nothing is.
  static func lines(of week: PlannedWeek, quick: QuickChips?, today: Day, width: Int?) -> [String] {
    if week.days.allSatisfy(\.isEmpty) { return PlanWeekList.heading(week, width: width) + EmptyPlan(quick: quick, width: width).lines }
    if let width, width >= PlanWeekGrid.leastWidth { return PlanWeekGrid(week: week, today: today, width: width).lines }
    return PlanWeekList(week: week, today: today, width: width).lines
  }
}
