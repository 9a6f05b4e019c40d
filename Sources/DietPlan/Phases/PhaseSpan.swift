import HealthModel

/// Consecutive days in the same state, for calendars of the plan.
package struct PhaseSpan: Sendable, Hashable {
  /// The first day.
  package let first: Day
  /// The last day; at the end of a list, the last one that was looked at.
  package fileprivate(set) var last: Day
  /// The phase of all its days.
  package let phase: DietPhase
  /// Whether they are paused days.
  package let isPaused: Bool
  /// The target of its days without active energy, kcal; if the profile changes in between, that of the first.
  package let targetKcal: Int
}

extension DietHistory {
  /// The phases from a day on, as far as known entries decide them: at most `count`, over at most 200 days. Days without a phase are left
  /// out.
  package func spans(from day: Day, count: Int) -> [PhaseSpan] {
    var spans: [PhaseSpan] = []
    for number in day.number..<(day.number + 200) {
      let day = Day(number: number)
      guard let version = version(on: day), let state = state(on: day), let phase = state.phase else { continue }
      let isPaused = state.position == nil
      if let last = spans.last, last.last.adding(1) == day, last.phase == phase, last.isPaused == isPaused {
        spans[spans.count - 1].last = day
      } else if spans.count < count {
        let target = DietTarget(version.profile, state: state).baseKcal
        spans.append(PhaseSpan(first: day, last: day, phase: phase, isPaused: isPaused, targetKcal: target))
      } else {
        break
      }
    }
    return spans
  }
}
