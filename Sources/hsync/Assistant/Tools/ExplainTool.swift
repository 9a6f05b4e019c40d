import AssistantProtocol
import HealthModel
import HealthStore
import Settings

/// The explanation of a day's figures.
struct ExplainTool: AssistantAction {
  var tool: AssistantTool {
    AssistantTool(
      "explain_day", title: "Explain a day",
      description:
        "Why a day's figures are what they are: what each source contributed, and what was left out because of which other source.",
      arguments: [ToolArgument("day", .text(most: 20), "today, yesterday, -2 or 2026-02-10 (default: today).")],
      output: OutputSchema.object([
        ("day", OutputSchema.text("YYYY-MM-DD")), ("zone", OutputSchema.text("IANA time zone")),
        ("start_ms", OutputSchema.number("ms since 1970")),
        ("end_ms", OutputSchema.number("ms since 1970")), ("sums", OutputSchema.list("totals with the parts of their sources")),
        ("sleep", OutputSchema.list("nights and naps")), ("workouts", OutputSchema.list("workouts; same_as = counted as another one")),
        ("readings", OutputSchema.list("readings such as heart rates")),
        ("shown", OutputSchema.record("the figures that are shown", optional: true)),
      ]))
  }

  func run(_ arguments: JSON, in session: AssistantSession) throws -> ToolAnswer {
    let today = LocalClock.now.day
    let day = try session.day("day", in: arguments, today: today) ?? today
    let log = SummaryLog(try session.open(), as: session.health)
    log.follow()
    let explanation = try log.explanation(of: day, settings: session.health)
    return ToolAnswer(ExplanationWords(explanation).lines.joined(separator: "\n"), explanation.json)
  }
}
