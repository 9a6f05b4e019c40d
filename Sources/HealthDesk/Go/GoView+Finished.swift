import ActivityWindow
import HealthModel
import WeekPlan

/// Finished swims and runs beside the windows that they fell into.
extension GoView {
  /// A finished workout, compared with the windows of its day.
  package struct Finished: Sendable, Hashable {
    /// The workout.
    package let workout: DoneWorkout
    /// The comparison, in the mode of its activity without the dog.
    package let fit: WorkoutFit
    /// The mean score of its hours, 0…100.
    package let meanScore: Double
    /// The start by clocks at the place.
    package let start: Moment
    /// The end by clocks at the place.
    package let end: Moment
  }

  /// The days up to today whose workouts are compared: the hours of earlier forecasts are kept for 48 hours.
  package static let comparedDays = 2

  /// Compares swims and runs outdoors, of today and yesterday at the place, with the windows of their day. Others are left out, and those of
  /// which no hour was forecast.
  func finished(_ workouts: [DoneWorkout]) -> [Finished] {
    guard let forecast else { return [] }
    let compared = workouts.compactMap { workout in mode(of: workout).map { (workout: workout, mode: $0) } }
    guard !compared.isEmpty else { return [] }
    let past = ActivityPlan(
      forecast.hours(nowMs: nowMs), daylight: forecast.daylight, from: today.adding(1 - GoView.comparedDays), days: GoView.comparedDays,
      zone: zone, scoring: setup.profile.scoring)
    return compared.compactMap { workout, mode in
      let fit = past.fit(ofWorkoutFrom: workout.startedAt.ms, to: workout.endMs, in: mode)
      return fit.meanScore.map {
        Finished(
          workout: workout, fit: fit, meanScore: $0, start: zone.moment(atMs: workout.startedAt.ms), end: zone.moment(atMs: workout.endMs))
      }
    }
  }

  /// The mode of a workout by its activity: `open_water_swimming`, `running`. `nil` for other activities, for those indoors, and for swims
  /// at a place without a sea.
  private func mode(of workout: DoneWorkout) -> ActivityMode? {
    let words = Set(workout.names.flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init) })
    guard !workout.isIndoor, words.isDisjoint(with: GoView.indoors) else { return nil }
    if words.contains("running") { return .runSolo }
    return words.contains("swimming") && sea != .inland ? .swimSolo : nil
  }

  /// Words of workouts that no weather reaches.
  static let indoors: Set<String> = ["pool", "laps", "treadmill", "indoor", "indoors"]
}
