import HealthModel
import HealthStore

/// The figures of a range of days, for charts.
package struct DayTrends: Sendable {
  /// A day of it.
  package struct DayFigures: Sendable {
    package let day: Day
    /// The day's health data; `nil` = nothing is known.
    package let health: DaySummary?
    /// The energy of the meals in kcal; `nil` when nothing was logged, or nothing whose energy is known.
    package let eatenKcal: Double?
    /// The day's weight; `nil` = none was recorded.
    package let weightKg: Double?
    /// The mean of the last up to 7 weights before and on the day; `nil` = no weight was recorded on it.
    package let meanWeightKg: Double?
  }

  /// The days of the range, including those without data.
  package let days: [DayFigures]

  /// The most days of a range: ten years.
  package static let mostDays = 3653

  /// Reads it, as of one moment, with the days as `settings` have them.
  ///
  /// - Parameters:
  ///   - first: The first day. Where the range is longer than `mostDays`, it begins later.
  ///   - last: Not before `first`.
  package init(_ library: Library, from first: Day, through last: Day, settings: HealthSettings) throws {
    let first = max(first, last.adding(1 - DayTrends.mostDays))
    let log = SummaryLog(library, as: settings)
    log.follow()
    days = try library.read { _ in
      let health = Dictionary(try log.summaries(from: first, through: last).map { ($0.day, $0) }) { $1 }
      let eaten = try MealLog(library).energy(from: first, through: last)
      let weights = try WeightLog(library, as: settings).entries(from: first.adding(-60), through: last)
      var means: [Day: (kg: Double, mean: Double)] = [:]
      for place in weights.indices {
        guard let trend = WeightTrend(weights[...place]) else { continue }
        means[trend.latest.day] = (trend.latest.kg, trend.averageKg)
      }
      return (first.number...last.number).map { number in
        let day = Day(number: number)
        return DayFigures(
          day: day, health: health[day], eatenKcal: eaten[day], weightKg: means[day]?.kg, meanWeightKg: means[day]?.mean)
      }
    }
  }

  /// Whether nothing is known about any day.
  package var isEmpty: Bool { days.allSatisfy { $0.health == nil && $0.eatenKcal == nil && $0.weightKg == nil } }
}
