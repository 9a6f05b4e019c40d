import ArgumentParser
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// `hsync summary`: days in numbers.
struct SummaryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "summary",
    abstract: "Show daily figures: steps, energy, workouts, sleep; explain and check them.",
    discussion: "docs/health.md explains how the figures are computed, and how to check one by hand.")

  @Option(day: "The first day (default: -6; with --by twelve weeks or months).")
  var from: TypedDay?

  @Option(day: "The last day (default: today).")
  var to: TypedDay?

  @Option(day: "Show for one day what each source contributed, and what was left out.")
  var explain: TypedDay?

  @Flag(help: "Compare with the activity rings (Apple's own daily figures).")
  var check = false

  @Flag(help: "Recompute the days; without --from and --to, all days.")
  var rebuild = false

  @Option(help: "One line per week or month: the means of its days, and the sums of workouts.")
  var by: SummarySpan?

  @Option(
    help: ArgumentHelp("The measures to show, as keys in docs/json.md separated by commas; all shows every one.", valueName: "list"))
  var columns: MeasureList?

  @Flag(help: "Print one JSON document.")
  var json = false

  @Flag(help: "Comma-separated values with a header line; unknown values are empty.")
  var csv = false

  @OptionGroup var picture: ChartOption

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws {
    if [explain != nil, check, rebuild, csv].filter(\.self).count > 1 {
      throw ValidationError("Only one of --explain, --check, --rebuild and --csv.")
    }
    if explain != nil, from != nil || to != nil { throw ValidationError("--explain takes one day; --from and --to don't go with it.") }
    if by != nil || columns != nil, explain != nil || check || rebuild {
      throw ValidationError("--by and --columns don't go with --explain, --check and --rebuild.")
    }
    if picture.file != nil, explain != nil || check || rebuild {
      throw ValidationError("--svg and --png don't go with --explain, --check and --rebuild.")
    }
    try picture.refuse(json: false)
    if picture.file != nil, json || csv { throw ValidationError("Only one of --json, --csv, --svg and --png.") }
    if json, csv { throw ValidationError("Either --json or --csv.") }
  }

  func run() throws {
    let settings = Configuration.atStart.health
    let log = SummaryLog(try library.open(), as: settings)
    if rebuild { return show(try log.rebuild(from: from?.day, through: to?.day, settings: settings)) }
    // A zone or ranks that were changed since change every day.
    log.follow()
    if let explain { return try show(log.explanation(of: explain.day, settings: settings)) }
    let last = to?.day ?? LocalClock.now.day
    let first = from?.day ?? by?.firstDay(before: last) ?? last.adding(-6)
    guard first <= last else { throw ValidationError("--from is after --to.") }
    if check { return show(try log.ringChecks(from: first, through: last)) }
    let axis = picture.file == nil ? nil : try ChartDays(from: first, through: last, by: by)
    let days = try log.summaries(from: first, through: last)
    let newest = days.isEmpty ? try log.newestDay() : nil
    let table = SummaryTable(days, from: first, through: last, by: by, columns: columns, newest: newest)
    if let file = picture.file, let axis { return try file.write(table.picture(on: axis, today: LocalClock.now.day)) }
    if json { return Output.json(table.json) }
    csv ? table.csv.forEach(Output.document) : table.lines(within: Terminal.room).forEach(Output.line)
  }

  private func show(_ report: RebuildReport) {
    if json { return Output.json(report.json) }
    Output.line("computed \(Quantity.count(report.days, "day")), \(report.changed) changed")
  }

  private func show(_ explanation: DayExplanation) {
    if json { return Output.json(explanation.json) }
    ExplanationWords(explanation).lines.forEach(Output.line)
  }

  private func show(_ checks: [RingCheck]) {
    if json { return Output.json(.array(checks.map(\.json))) }
    RingCheckWords(checks).lines.forEach(Output.line)
  }
}
