import AssistantProtocol
import HealthDesk
import HealthModel
import Settings
import WeekPlan

/// A week in numbers.
struct WeekTool: AssistantAction {
  var tool: AssistantTool {
    AssistantTool(
      "week", title: "A week",
      description: "Seven days in numbers, Monday to Sunday, with sums and means. Means are over the days for which a figure is known.",
      arguments: [ToolArgument("week", .text(most: 20), "this, last, -1, 2026-W07 or a date in it (default: this).")],
      output: OutputSchema.object([
        ("week", OutputSchema.text("2026-W07")), ("from", OutputSchema.text("Monday, YYYY-MM-DD")),
        ("through", OutputSchema.text("Sunday, YYYY-MM-DD")), ("days", OutputSchema.list("the days; null is unknown")),
        ("sum", OutputSchema.record("sums of the known figures")), ("mean", OutputSchema.record("means over the days that are known")),
      ]))
  }

  func run(_ arguments: JSON, in session: AssistantSession) throws -> ToolAnswer {
    let today = LocalClock.now.day
    let week = try arguments["week"].string.map { try PlanWords.week($0, today: today) } ?? ISOWeek(of: today)
    let glance = try WeekGlance(session.open(), week, settings: session.health)
    return ToolAnswer(WeekTable(glance: glance, today: today, room: nil).lines.joined(separator: "\n"), glance.json)
  }
}
