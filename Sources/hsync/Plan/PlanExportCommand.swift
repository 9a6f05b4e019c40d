import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import Settings
import WeekPlan

/// `hsync plan export [WEEK]`.
struct PlanExportCommand: ParsableCommand {
  /// The format that is written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case json, phone, ics
  }

  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export weeks of the plan for other programs.",
    usage: "hsync plan export [WEEK] [--weeks N] --format FORMAT",
    discussion: """
      json: one week per line, as printed by hsync plan --json. phone: the phone app's planner (weekly_planner_v1), one week. ics: \
      iCalendar, for calendar programs; importing it again updates events instead of adding them.
      """)

  // Unrecognised, because the parser takes -1 for an option.
  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("this, next, last, +1, -1, 2026-W07 or a date (default: this week).", valueName: "week"))
  var words: [String] = []

  @Option(help: "How many weeks, 1-106.")
  var weeks = 1

  @Option(help: "json, phone or ics.")
  var format = Format.json

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    _ = try WeekArgument.all(of: words, most: 1)
    if !(1...106).contains(weeks) { throw ValidationError("--weeks must be 1 to 106.") }
    if format == .phone, weeks != 1 { throw ValidationError("The phone app's planner holds one week.") }
  }

  func run() throws {
    let session = try PlanSession(library)
    let now = session.now
    let first = try WeekArgument.all(of: words, most: 1).first?.week(from: now.day) ?? session.week
    let last = first.adding(weeks - 1).sunday
    let planner = session.planner
    switch format {
    case .json:
      try PlannedWeek.weeks(weeks, from: first, in: planner).forEach { Output.json($0.json) }
    case .phone:
      // Its time is what places it in a week when it comes back.
      let updatedAt = first.contains(now.day) ? now : LocalClock.moment(on: first.monday, hour: 12, minute: 0)
      let items = try planner.items(from: first.monday, through: last)
      let notes = try planner.notes(from: first.monday, through: last)
      Output.json(PhoneDocument.json(of: items, notes: notes, week: first, updatedAtMs: updatedAt.ms))
    case .ics:
      let calendar = ICalendar.document(
        try planner.rows(from: first.monday, through: last), notes: try planner.notes(from: first.monday, through: last),
        from: first.monday, through: last, stampMs: now.ms)
      // Its last line ends with CR LF, whose LF is written by `document`.
      Output.document(String(decoding: calendar.utf8.dropLast(), as: UTF8.self))
    }
  }
}
