import ArgumentParser
import HealthModel
import HealthStore
import WeekPlan

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
    let results = try session.planner.workoutMatches(from: one ?? session.week.monday, through: one ?? session.week.sunday)
    let matched = results.compactMap { result -> (item: PlanItem, workout: DoneWorkout)? in
      if case .matched(let item, let workout) = result { (item, workout) } else { nil }
    }
    if !dryRun, !matched.isEmpty {
      let title = matched.count == 1 ? "done \(matched[0].item.words)" : "ticked off \(matched.count) workouts"
      _ = try session.planner.apply(
        matched.map { .setCompleted(ref: $0.item.id, true, week: ISOWeek(of: $0.item.day)) }, title: title, week: session.week,
        at: session.now)
    }
    let words = results.map { MatchWords(result: $0, today: today) }
    if json {
      words.forEach { Output.json($0.json) }
    } else {
      words.compactMap(\.line).forEach(Output.line)
      if matched.isEmpty { Output.line("nothing to tick off") }
    }
    var failures = Failures()
    words.compactMap(\.doubt).forEach { failures.report($0) }
    try failures.throwIfAny()
  }
}
