import HealthModel

extension ActivityPlan {
  /// The contract of `hsync go plan --json`: every hour of the plan in all modes, and every window.
  ///
  /// - Parameters:
  ///   - place: The place's id.
  ///   - fetchedAtMs: The time at which the forecast arrived, milliseconds since 1970. `nil` when there is none.
  ///   - modes: The modes in the answer.
  package func json(place: String, fetchedAtMs: Int64?, modes: [ActivityMode] = ActivityMode.allCases) -> JSON {
    .object([
      ("place", .string(place)), ("scoring_version", .string(Scoring.version)), ("fetched_at_ms", fetchedAtMs.map { JSON($0) } ?? .null),
      ("hours", .array(hours.map { $0.json(modes) })), ("windows", .array(modes.flatMap { windows(in: $0) }.map(\.json))),
    ])
  }
}

extension PlanHour {
  /// `{"time", "utc_ms", "raw", "modes"}`.
  package func json(_ modes: [ActivityMode]) -> JSON {
    .object([
      ("time", .string(localTime)), ("utc_ms", JSON(startMs)), ("raw", forecast.rawJSON),
      ("modes", .object(modes.map { ($0.rawValue, scores[$0].json(of: forecast)) })),
    ])
  }
}

extension HourScore {
  /// `{"score", "label", "gate", "penalties", "chips"}`: penalties are positive, a chip's penalty is negative or 0.
  package func json(of hour: ForecastHour) -> JSON {
    .object([
      ("score", JSON(score)), ("label", .string(tier.rawValue)), ("gate", JSON(gate?.rawValue)),
      ("penalties", .object(penalizedFactors.map { ($0.name, JSON(points[$0])) })), ("chips", .array(chips(of: hour).map(\.json))),
    ])
  }
}

extension GoodWindow {
  /// `{"mode", "day", "start", "end", "mean_score"}` with local times: `"start": "2026-06-01T07:00"`.
  package var json: JSON {
    .object([
      ("mode", .string(mode.rawValue)), ("day", .string(day.description)), ("start", .string(startTime)), ("end", .string(endTime)),
      ("mean_score", JSON(meanScore)),
    ])
  }
}
