import HealthModel
import WeekPlan

extension DoneWorkout {
  /// The activity in words: `open water swimming`.
  package var shownActivity: String { activity.split(separator: "_").joined(separator: " ").onOneLine }

  /// The workout in words: `running, 18:02, 43 min, My Watch`.
  package var words: String {
    return [shownActivity, startedAt.clock, durationMin.map(Quantity.minutes), source.onOneLine].compactMap(\.self).joined(separator: ", ")
  }
}
