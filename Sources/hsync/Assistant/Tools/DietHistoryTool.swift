import AssistantProtocol
import DietPlan
import HealthDesk
import HealthModel

/// Days of the diet plan.
struct DietHistoryTool: AssistantAction {
  var tool: AssistantTool {
    AssistantTool(
      "diet_history", title: "Days of the diet plan",
      description: "Up to 366 days of the diet plan, as of the tool diet, from the day on which it was set up.",
      arguments: AssistantSession.spanArguments(usual: "27 days before to"),
      output: OutputSchema.object([
        ("from", OutputSchema.text("YYYY-MM-DD")), ("to", OutputSchema.text("YYYY-MM-DD")),
        ("days", OutputSchema.list("a day each, as of the tool diet")),
      ]))
  }

  func run(_ arguments: JSON, in session: AssistantSession) throws -> ToolAnswer {
    let diet = DietSession(try session.open())
    let span = try session.days(in: arguments, today: diet.now.day, usual: PhasePosition.cycleDays)
    let days = try diet.desk.days(span)
    return ToolAnswer(
      DietHistoryTable(days: days).lines(within: nil).joined(separator: "\n"),
      .object([
        ("from", .string(span.lowerBound.description)), ("to", .string(span.upperBound.description)), ("days", .array(days.map(\.json))),
      ]))
  }
}
