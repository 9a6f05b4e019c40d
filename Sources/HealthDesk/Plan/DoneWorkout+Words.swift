import HealthModel
import WeekPlan

extension DoneWorkout {
  /// The workout in words: `running, 18:02, 43 min, My Watch`.
  package var words: String {
    let activity = activity.split(separator: "_").joined(separator: " ")
    return [activity, startedAt.clock, durationMin.map(Quantity.minutes), source.onOneLine].compactMap(\.self).joined(separator: ", ")
  }
}
