import HealthModel

/// An hour of a plan: its local time, its forecast and its scores.
package struct PlanHour: Sendable, Hashable {
  /// The local day at the place on which it starts.
  package let day: Day
  /// Minutes since local midnight on the clock at its start, 0…1439. Clocks that are set back show some twice a day.
  package let minute: Int
  /// The forecast; of a missing hour all values are `nil`. Its `utcMs` is the hour's start.
  package let forecast: ForecastHour
  /// Whether the forecast has the hour at all.
  package let isForecast: Bool
  /// Whether the sun is down at its start. `nil` means not known.
  package let isDark: Bool?
  /// The scores in all modes.
  package let scores: ModeScores

  /// The start, milliseconds since 1970.
  package var startMs: Int64 { forecast.utcMs }
  /// The end, milliseconds since 1970.
  package var endMs: Int64 { forecast.utcMs + ForecastHour.lengthMs }
  /// The local time of its start: `2026-06-01T07:00`.
  package var localTime: String { LocalText.time(day, minute) }
  /// The local clock at its start: `07:00`.
  package var clock: String { LocalText.clock(minute) }

  /// The chips in a mode.
  package func chips(in mode: ActivityMode) -> [Chip] { scores[mode].chips(of: forecast) }
}

/// Local times as texts.
enum LocalText {
  /// `07:00`.
  static func clock(_ minute: Int) -> String {
    func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
    return "\(two(minute / 60)):\(two(minute % 60))"
  }

  /// `2026-06-01T07:00`.
  static func time(_ day: Day, _ minute: Int) -> String { "\(day)T\(clock(minute))" }
}
