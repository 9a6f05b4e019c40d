import AssistantProtocol
import HealthDesk
import HealthModel
import HealthStore
import Settings
import WeekPlan

/// Weeks of the plan.
struct PlanTool: AssistantAction {
  var tool: AssistantTool {
    AssistantTool(
      "plan", title: "The plan", description: "The planned workouts and meals of some weeks, and the notes of days.",
      arguments: [
        ToolArgument("week", .text(most: 20), "this, next, last, +1, -1, 2026-W07 or a date in it (default: this)."),
        ToolArgument("weeks", .integer(1...12), "How many weeks (default: 1)."),
      ], output: OutputSchema.object([("weeks", OutputSchema.list("week, from, through, days; each day has items and note"))]))
  }

  func run(_ arguments: JSON, in session: AssistantSession) throws -> ToolAnswer {
    let today = LocalClock.now.day
    let first = try arguments["week"].string.map { try PlanWords.week($0, today: today) } ?? ISOWeek(of: today)
    let weeks = try PlannedWeek.weeks(Int(arguments["weeks"].int ?? 1), from: first, in: Planner(session.open()))
    let lines = weeks.flatMap { PlanShowCommand.lines(of: $0, quick: nil, today: today, width: nil) }
    return ToolAnswer(lines.joined(separator: "\n"), .object([("weeks", .array(weeks.map(\.json)))]))
  }
}
