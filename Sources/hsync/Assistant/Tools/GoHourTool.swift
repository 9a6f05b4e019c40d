import ActivityWindow
import AssistantProtocol
import HealthDesk
import HealthModel

/// An hour of the forecast with its reasons.
struct GoHourTool: AssistantAction {
  var tool: AssistantTool {
    AssistantTool(
      "go_hour", title: "An hour of the forecast",
      description: "An hour: its score in each mode with all reasons, and the values of the forecast with their units.",
      arguments: [
        ToolArgument(
          "time", .text(most: 100), "now, 7, 07:30, tomorrow 7:00 or 2026-06-01T07:00, by the clock at the place (default: now).")
      ] + AssistantSession.forecastArguments,
      output: OutputSchema.object([
        ("time", OutputSchema.text("local, 2026-06-01T07:00")), ("utc_ms", OutputSchema.count("ms since 1970, UTC")),
        ("raw", OutputSchema.record("the values; null is unknown")),
        ("modes", OutputSchema.record("score, label, gate and chips of each mode")),
      ]), isOpenWorld: true)
  }

  func run(_ arguments: JSON, in session: AssistantSession) async throws -> ToolAnswer {
    let time = try GoTime(arguments["time"].string ?? "now")
    let view = try await session.forecast(arguments)
    let hour = try time.hour(in: view)
    let chosen = AssistantSession.modes(in: arguments)
    let modes = chosen.isEmpty ? time.mode.map { [$0] } ?? view.modes : chosen
    return ToolAnswer(GoHourWords(view: view, hour: hour, modes: modes).lines.joined(separator: "\n"), hour.json(modes))
  }
}
