import ArgumentParser
import HealthDesk
import HealthModel

/// `hsync plan match`.
struct PlanMatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "match", abstract: "Tick off planned workouts that were done, as imported health data show.",
    discussion: """
      A planned workout is ticked off by the one imported workout of its day and activity; docs/planner.md lists which names mean which activity. Where \
      several could be meant nothing is ticked and all are told, with exit code 1; the others are ticked all the same.
      """)

  @Option(parsing: .unconditional, help: "One day: mon … sun, today, -1 or 2026-02-10; else the whole week.")
  var day: PlanDay?

  @Flag(help: "Tell what it would do; write nothing.")
  var dryRun = false

  @Flag(help: "A planned workout per line, as JSON.")
  var json = false

  @OptionGroup var week: WeekOptions
  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let session = try PlanSession(library, week: week)
    let today = session.now.day
    let one = try day?.day(in: session.week, today: today)
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
