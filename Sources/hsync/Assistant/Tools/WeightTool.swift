import AssistantProtocol
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// Weights by day, and the trend.
struct WeightTool: AssistantAction {
  var tool: AssistantTool {
    AssistantTool(
      "weight", title: "Weight", description: "The weights of up to 366 days in kg, one a day, and the trend of up to 7 recent ones.",
      arguments: AssistantSession.spanArguments(usual: "30 days before to"),
      output: OutputSchema.object([
        ("trend", OutputSchema.record("latest, average_kg, count, trend_kg; null = no weight is logged", optional: true)),
        ("days", OutputSchema.list("day, kg and source")),
      ]))
  }

  func run(_ arguments: JSON, in session: AssistantSession) throws -> ToolAnswer {
    let span = try session.days(in: arguments, today: LocalClock.now.day, usual: 31)
    let diary = WeightLog(following: session.health, in: try session.open())
    let trend = WeightTrend(try diary.latest(7))
    let entries = try diary.entries(from: span.lowerBound, through: span.upperBound)
    let head = trend.map { trend in
      "latest \(Quantity.weight(trend.latest.kg)) on \(trend.latest.day), average of the last \(trend.count) "
        + "\(Quantity.weight(trend.averageKg)), trend \(Quantity.weightDifference(trend.trendKg))"
    }
    let lines = entries.map { "\($0.day.title)  \(Quantity.weight($0.kg))\($0.source == "user" ? "" : "  \($0.source.onOneLine)")" }
    return ToolAnswer(
      ([head ?? "no weight is logged"] + lines).joined(separator: "\n"),
      .object([("trend", trend?.json ?? .null), ("days", .array(entries.map(\.json)))]))
  }
}
