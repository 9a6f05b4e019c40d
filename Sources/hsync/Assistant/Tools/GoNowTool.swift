import ActivityWindow
import AssistantProtocol
import HealthDesk
import HealthModel
import Settings

/// The answer to whether now is a good time to swim or run.
struct GoNowTool: AssistantAction {
  var tool: AssistantTool {
    AssistantTool(
      "go_now", title: "Swim or run now?",
      description: "Whether the weather is good now to swim or run, the next window of each mode today, and the next six hours. Scores are "
        + "0…100. Say how old the forecast is, and name its source, \(GoView.attribution).",
      arguments: AssistantSession.forecastArguments,
      output: OutputSchema.object([
        ("place", OutputSchema.text("the place's id")), ("scoring_version", OutputSchema.text("the rules of the scores")),
        ("fetched_at_ms", OutputSchema.number("ms since 1970, UTC: when the forecast arrived")),
        ("age_min", OutputSchema.number("minutes: the forecast's age")),
        ("freshness", OutputSchema.optionalText("fresh, stale or very_stale")),
        ("good_now", OutputSchema.flag("whether this hour scores 70 or more")), ("leader", OutputSchema.optionalText("the best mode now")),
        ("mood", OutputSchema.optionalText("a line about it")),
        ("now", OutputSchema.record("the current hour with scores, reasons and values", optional: true)),
        ("next", OutputSchema.list("the next hours")), ("cards", OutputSchema.list("the next window of each mode")),
        ("finished", OutputSchema.list("the finished swims and runs of today and yesterday, beside their windows")),
        ("banners", OutputSchema.list("what isn't new or whole, as sentences", of: "string")),
      ]), isOpenWorld: true)
  }

  func run(_ arguments: JSON, in session: AssistantSession) async throws -> ToolAnswer {
    let view = try await session.forecast(arguments)
    let chosen = AssistantSession.modes(in: arguments)
    let modes = chosen.isEmpty ? view.modes : chosen
    let finished = try GoDesk(session.open(), clock: LocalClock.wall).finished(in: view)
    return ToolAnswer(view.lines(modes, finished).joined(separator: "\n"), view.json(modes, finished))
  }
}
