import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import Settings
import WeekPlan

/// `hsync plan import FILE`.
struct PlanImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import the planner of the phone app (weekly_planner_v1).",
    discussion: """
      The document has weekdays but no dates. They are taken from the week in which it was last changed, or from --week. Importing it \
      again adds nothing.
      """)

  @Argument(help: "The document; - is standard input.", completion: .file())
  var file: String

  @Flag(help: "Only show what would be changed.")
  var dryRun = false

  @Flag(help: "Print one JSON document with the counts and the items.")
  var json = false

  @OptionGroup var week: WeekOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let document = try PhoneDocument(parsing: InputText(of: file).bytes)
    let session = try PlanSession(library, week: week)
    guard let target = week.argument == nil ? document.updatedAtMs.map({ ISOWeek(of: LocalClock.moment(atMs: $0).day) }) : session.week
    else {
      throw CommandError(.usage, "\(file) doesn't say which week it is for", hint: "name the week: hsync plan import \(file) --week this")
    }
    for skipped in document.skipped { Output.notice("left out \(skipped.place): \(skipped.reason)") }
    let edits = document.edits(in: target)
    guard !edits.isEmpty || document.skipped.isEmpty else {
      throw CommandError(
        .badData, "nothing in the document could be read", hint: "hsync expects weekly_planner_v1, as stored by the phone app")
    }
    let outcomes =
      try dryRun
      ? session.planner.rehearse(edits, week: target, at: session.now)
      : session.planner.apply(edits, title: "imported the phone's planner into \(target)", week: target, at: session.now)
    let report = PlanReport(outcomes, isRehearsal: dryRun)
    if json {
      return Output.json(
        .members(
          [.init("week", .string(target.description)), .init("left_out", JSON(document.skipped.count))] + (report.json.members ?? [])))
    }
    Output.line("week \(target), \(PlanDates.span(of: target))")
    report.lines(beside: session.now.day).forEach { Output.line("  " + $0) }
  }
}
