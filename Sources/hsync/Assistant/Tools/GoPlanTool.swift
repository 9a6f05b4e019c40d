import ActivityWindow
import AssistantProtocol
import HealthDesk
import HealthModel

/// The scores of the next days, hour by hour.
struct GoPlanTool: AssistantAction {
  /// The days by default: a week of hours would be a long answer.
  private static let usualDays = 2

  var tool: AssistantTool {
    AssistantTool(
      "go_plan", title: "Windows of the next days",
      description: "The windows in which the weather is good to swim or run, for up to seven days, and the scores of each hour.",
      arguments: AssistantSession.forecastArguments + [
        ToolArgument(
          "days", .integer(1...Int64(ActivityPlan.shownDays)), "How many days from today on (default: \(GoPlanTool.usualDays)).")
      ],
      output: OutputSchema.object([
        ("place", OutputSchema.text("the place's id")), ("scoring_version", OutputSchema.text("the rules of the scores")),
        ("fetched_at_ms", OutputSchema.number("ms since 1970, UTC: when the forecast arrived")),
        ("hours", OutputSchema.list("the hours with scores, reasons and values")),
        ("windows", OutputSchema.list("mode, day, start, end and mean_score")),
      ]), isOpenWorld: true)
  }

  func run(_ arguments: JSON, in session: AssistantSession) async throws -> ToolAnswer {
    let view = try await session.forecast(arguments, days: arguments["days"].int.map(Int.init) ?? GoPlanTool.usualDays)
    let chosen = AssistantSession.modes(in: arguments)
    let modes = chosen.isEmpty ? view.modes : chosen
    return ToolAnswer(
      GoStrips(view: view, modes: modes).lines.joined(separator: "\n"),
      view.plan.json(place: view.setup.place.id, fetchedAtMs: view.fetchedAtMs, modes: modes))
  }
}
