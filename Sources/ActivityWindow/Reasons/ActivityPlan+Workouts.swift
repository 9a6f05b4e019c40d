import HealthModel

/// The best time for a planned workout inside a window.
package struct BestSpan: Sendable, Hashable {
  /// The window that it lies in.
  package let window: GoodWindow
  /// The start, on a full hour, milliseconds since 1970.
  package let startMs: Int64
  /// The end, milliseconds since 1970.
  package let endMs: Int64
  /// The mean score of the hours that it touches, 70…100.
  package let meanScore: Double
}

/// The comparison of a finished workout with the windows of its day.
package struct WorkoutFit: Sendable, Hashable {
  /// The mode it was compared in.
  package let mode: ActivityMode
  /// The mean score of its hours, weighted by their minutes in it. `nil` when none of them is forecast.
  package let meanScore: Double?
  /// The minutes of it that lie in windows.
  package let minutesInWindows: Double
  /// Its minutes in all.
  package let minutes: Double
  /// The window that it shares most minutes with. `nil` when it lies in none.
  package let window: GoodWindow?
  /// The best window of the day on which it started. `nil` when there was none.
  package let bestOfDay: GoodWindow?
}

extension ActivityPlan {
  /// Returns the best time on a day for a workout of some minutes: the hours in one window with the highest mean, the earliest of equals.
  /// `nil` when no window is long enough.
  ///
  /// - Parameters:
  ///   - minutes: The length, 1…1440.
  ///   - afterMs: It doesn't start before this instant, milliseconds since 1970. `nil` means any time of the day.
  package func bestSpan(on day: Day, in mode: ActivityMode, minutes: Int, afterMs: Int64? = nil) -> BestSpan? {
    let lengthMs = Int64(min(max(minutes, 1), 1440)) * 60_000
    let touched = Int((lengthMs + ForecastHour.lengthMs - 1) / ForecastHour.lengthMs)
    var best: BestSpan?
    for window in rankedWindows(on: day, in: mode).sorted(by: { $0.startMs < $1.startMs }) where window.hours.count >= touched {
      for first in window.hours.lowerBound...(window.hours.upperBound - touched) {
        let startMs = hours[first].startMs
        guard startMs >= afterMs ?? .min, startMs + lengthMs <= window.endMs else { continue }
        let sum = hours[first..<(first + touched)].reduce(0) { $0 + $1.scores[mode].score }
        let mean = Double(sum) / Double(touched)
        if best.map({ mean > $0.meanScore }) ?? true {
          best = BestSpan(window: window, startMs: startMs, endMs: startMs + lengthMs, meanScore: mean)
        }
      }
    }
    return best
  }

  /// Compares a finished workout with the windows of a mode.
  ///
  /// - Parameters:
  ///   - startMs: The start, milliseconds since 1970.
  ///   - endMs: The end, milliseconds since 1970. One before the start counts as the start.
  package func fit(ofWorkoutFrom startMs: Int64, to endMs: Int64, in mode: ActivityMode) -> WorkoutFit {
    let endMs = max(startMs, endMs)
    func shared(_ from: Int64, _ to: Int64) -> Int64 { max(0, min(to, endMs) - max(from, startMs)) }
    var (weight, sum): (Double, Double) = (0, 0)
    for hour in hours where !hour.forecast.isEmpty {
      let ms = Double(shared(hour.startMs, hour.endMs))
      weight += ms
      sum += ms * Double(hour.scores[mode].score)
    }
    let windows = windows(in: mode).map { (window: $0, ms: shared($0.startMs, $0.endMs)) }.filter { $0.ms > 0 }
    let day = zone.moment(atMs: startMs).day
    return WorkoutFit(
      mode: mode, meanScore: weight > 0 ? sum / weight : nil, minutesInWindows: Double(windows.reduce(0) { $0 + $1.ms }) / 60_000,
      minutes: Double(endMs - startMs) / 60_000, window: windows.max { $0.ms < $1.ms }?.window,
      bestOfDay: rankedWindows(on: day, in: mode).first)
  }
}
