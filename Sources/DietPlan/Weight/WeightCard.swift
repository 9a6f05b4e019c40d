import HealthModel

/// The weight as it is shown for a day.
package struct WeightCard: Sendable, Hashable {
  /// The day's weight, kg. `nil` = none yet: then there is no average or trend either, and the prompt is shown.
  package let kg: Double?
  /// The mean of the last up to 7 weights, the day's included, kg, not rounded.
  package let averageKg: Double?
  /// The number of weights in the average, 0…7.
  package let averagedCount: Int
  /// The day's weight less the average, kg, not rounded, at most −0.05. `nil` unless it is below the average by what shows as 0.1 kg or
  /// more.
  package let trendKg: Double?

  /// The card of a trend. `nil` = there is no weight for the day.
  package init(_ trend: WeightTrend?) {
    kg = trend?.latest.kg
    averageKg = trend?.averageKg
    averagedCount = trend?.count ?? 0
    trendKg = trend.flatMap { ($0.trendKg * 10).rounded() <= -1 ? $0.trendKg : nil }
  }

  /// Whether the prompt to log a weight is shown.
  package var wantsWeight: Bool { kg == nil }
}
