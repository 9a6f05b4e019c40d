import ArgumentParser
import HealthDesk
import HealthModel
import WeekPlan

/// `hsync plan match`.
struct PlanMatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "match", abstract: "Tick off planned workouts that imported health data shows as done.",
    discussion: """
      A planned workout is ticked off if exactly one imported workout has its day and activity; docs/planner.md lists which names mean \
      which activity. Ambiguous workouts are listed and left open, with exit status 1; the others are still ticked off.
      """)

  @Option(day: "Only this day: mon … sun, today, -1 or 2026-02-10 (default: the whole week).", completion: .planDays)
  var day: TypedDay?

  @Flag(help: "Only show what would be changed.")
  var dryRun = false

  @Flag(help: "Print the planned workouts as JSON, one per line.")
  var json = false

  @OptionGroup var week: WeekOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let session = try PlanSession(library, week: week)
    let today = session.now.day
    let one = day?.day(in: session.week, today: today)
    let results = try session.desk.match(
      from: one ?? session.week.monday, through: one ?? session.week.sunday, isDryRun: dryRun)
    let words = results.map { MatchWords(result: $0, today: today) }
    if json {
      words.forEach { Output.json($0.json) }
    } else {
      let lines = words.compactMap(\.line)
      (lines.isEmpty ? ["nothing to tick off"] : lines).forEach(Output.line)
    }
    var failures = Failures()
    words.compactMap(\.doubt).forEach { failures.report($0) }
    try failures.throwIfAny()
  }
}
