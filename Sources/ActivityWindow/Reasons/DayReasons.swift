import HealthModel

/// The reason why a day has windows in a mode or has none.
package struct DayReasons: Sendable, Hashable {
  /// The answer.
  package enum Verdict: Sendable, Hashable {
    /// It has windows, the best one first.
    case windows([GoodWindow])
    /// Nothing is forecast for the day.
    case noForecast
    /// All hours that are forecast are gated. `gates` has each gate with its number of hours, the most frequent one first.
    case gated(gates: [GateCount])
    /// No hour reaches 70.
    case nearestMiss(Miss)
  }

  /// A gate and the number of hours with it.
  package struct GateCount: Sendable, Hashable {
    /// The gate.
    package let gate: Gate
    /// The number of hours.
    package let hours: Int
  }

  /// The best hour of a day without windows.
  package struct Miss: Sendable, Hashable {
    /// The hour: the highest score, the earlier of equals.
    package let hour: PlanHour
    /// The reasons for its score.
    package let reasons: HourReasons
    /// The points that it lacks; 0 when it reaches 70 but ends too soon, at midnight in a zone of half hours.
    package let lackingPoints: Int
    /// The factors of which one alone makes the difference: without it, the hour would score 70 or more.
    package let decisive: [Factor]
  }

  /// The day.
  package let day: Day
  /// The mode.
  package let mode: ActivityMode
  /// The answer.
  package let verdict: Verdict
}

extension ActivityPlan {
  /// Explains an hour's score in a mode.
  package func reasons(for hour: PlanHour, in mode: ActivityMode) -> HourReasons {
    scoring.reasons(for: hour.forecast, in: mode, isDark: hour.isDark)
  }

  /// Explains why a day has windows in a mode or has none.
  package func reasons(for day: Day, in mode: ActivityMode) -> DayReasons { DayReasons(day: day, mode: mode, verdict: verdict(day, mode)) }

  private func verdict(_ day: Day, _ mode: ActivityMode) -> DayReasons.Verdict {
    let windows = rankedWindows(on: day, in: mode)
    if !windows.isEmpty { return .windows(windows) }
    let forecast = hours(on: day).filter { !$0.forecast.isEmpty }
    let open = forecast.filter { $0.scores[mode].gate == nil }
    guard var best = open.first else { return forecast.isEmpty ? .noForecast : .gated(gates: gates(of: forecast, in: mode)) }
    for hour in open where hour.scores[mode].score > best.scores[mode].score { best = hour }
    let reasons = reasons(for: best, in: mode)
    let total = best.scores[mode].points.total
    let decisive = reasons.penalties.map(\.factor).filter {
      total > 30 && 100 - (total - best.scores[mode].points[$0]) >= Tier.good.lowestScore
    }
    return .nearestMiss(
      DayReasons.Miss(
        hour: best, reasons: reasons, lackingPoints: max(0, Tier.good.lowestScore - best.scores[mode].score), decisive: decisive))
  }

  private func gates(of hours: [PlanHour], in mode: ActivityMode) -> [DayReasons.GateCount] {
    Gate.allCases.map { gate in DayReasons.GateCount(gate: gate, hours: hours.count { $0.scores[mode].gate == gate }) }.filter {
      $0.hours > 0
    }.sorted { $0.hours > $1.hours }
  }
}
