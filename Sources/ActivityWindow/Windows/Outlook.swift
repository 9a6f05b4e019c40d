import HealthModel

/// The answer to "is now a good time?": the next window of each mode, the current hour and the next six.
package struct Outlook: Sendable {
  /// The best window of today that isn't over, or none.
  package struct Card: Sendable, Hashable {
    /// The mode.
    package let mode: ActivityMode
    /// `nil` when today has no window any more.
    package let window: GoodWindow?
    /// The first reason of the window's first hour: `Waves calm`. `nil` without a window, or when that hour has no reason.
    package let topChip: Chip?
  }

  /// A card per mode, in the order of the modes that were asked for.
  package let cards: [Card]
  /// The current hour. `nil` when the plan doesn't have it.
  package let current: PlanHour?
  /// The mode that scores best in the current hour; of equals one with the dog, then the first that was asked for. `nil` without modes.
  package let leader: ActivityMode?
  /// The six hours after the current one, fewer at the end of the plan.
  package let next: [PlanHour]
  /// The line of mood. `nil` when the current hour isn't forecast or no mode is on.
  package let mood: Mood?

  /// The number of hours after the current one.
  package static let nextHours = 6

  /// The outlook of a plan whose first day is today.
  ///
  /// - Parameters:
  ///   - modes: The modes that have cards.
  ///   - nowMs: Milliseconds since 1970.
  ///   - fetchedAtMs: The time at which the forecast arrived; a new one may choose another line of mood.
  package init(_ plan: ActivityPlan, modes: [ActivityMode], nowMs: Int64, fetchedAtMs: Int64) {
    let index = plan.index(at: nowMs)
    let hour = index.map { plan.hours[$0] }
    let leader = hour.flatMap { Outlook.leader(of: modes, in: $0) } ?? modes.first
    cards = modes.map { Outlook.card(plan, $0, on: hour?.day ?? plan.days.first?.day, nowMs) }
    current = hour
    self.leader = leader
    next = index.map { Array(plan.hours[($0 + 1)...].prefix(Outlook.nextHours)) } ?? []
    mood =
      if let hour, let leader, !hour.forecast.isEmpty { Mood(hour.scores[leader], hourMs: hour.startMs, fetchedAtMs: fetchedAtMs) } else {
        nil
      }
  }

  /// The mode that scores best in an hour; of equals one with the dog, then the first. `nil` without modes.
  package static func leader(of modes: [ActivityMode], in hour: PlanHour) -> ActivityMode? {
    var best: ActivityMode?
    for mode in modes {
      guard let leading = best else {
        best = mode
        continue
      }
      let (score, highest) = (hour.scores[mode].score, hour.scores[leading].score)
      if score > highest || score == highest && mode.hasDog && !leading.hasDog { best = mode }
    }
    return best
  }

  private static func card(_ plan: ActivityPlan, _ mode: ActivityMode, on day: Day?, _ nowMs: Int64) -> Card {
    let window = day.flatMap { day in plan.rankedWindows(on: day, in: mode).first { $0.endMs > nowMs } }
    let chip = window.flatMap { plan.hours[$0.hours.lowerBound].chips(in: mode).first }
    return Card(mode: mode, window: window, topChip: chip)
  }
}
