import AssistantProtocol
import HealthModel
import HealthStore
import Settings

/// Days of health data in numbers.
struct DaysTool: AssistantAction {
  var tool: AssistantTool {
    AssistantTool(
      "days", title: "A range of days",
      description: "All daily figures of up to 366 days, as hsync summary --json. Days of which nothing is known are left out. "
        + "The text of more than 31 days has a line for each month.",
      arguments: AssistantSession.spanArguments(usual: "6 days before to"),
      output: OutputSchema.object([
        ("from", OutputSchema.text("YYYY-MM-DD")), ("to", OutputSchema.text("YYYY-MM-DD")),
        ("days", OutputSchema.list("a day each; units are in the keys, null is unknown")),
      ]))
  }

  func run(_ arguments: JSON, in session: AssistantSession) throws -> ToolAnswer {
    let span = try session.days(in: arguments, today: LocalClock.now.day, usual: 7)
    let log = SummaryLog(try session.open(), as: session.health)
    log.follow()
    let days = try log.summaries(from: span.lowerBound, through: span.upperBound)
    let newest = days.isEmpty ? try log.newestDay() : nil
    let table = SummaryTable(days, from: span.lowerBound, through: span.upperBound, by: nil, columns: nil, newest: newest)
    return ToolAnswer(
      words(table, days, of: span, newest: newest).joined(separator: "\n"),
      .object([
        ("from", .string(span.lowerBound.description)), ("to", .string(span.upperBound.description)), ("days", table.json),
      ]))
  }

  /// A line for each day, for each month where they are many.
  private func words(_ table: SummaryTable, _ days: [DaySummary], of span: ClosedRange<Day>, newest: Day?) -> [String] {
    guard days.count > DaysTool.mostInWords else { return table.lines(within: nil) }
    let months = SummaryTable(days, from: span.lowerBound, through: span.upperBound, by: .month, columns: nil, newest: newest)
    return months.lines(within: nil) + ["means of the months' days, sums of workouts; each day is in the structured result"]
  }

  /// The most days that have a line each in the text.
  private static let mostInWords = 31
}
