import HealthModel

extension Thresholds {
  /// A threshold with its name in `profile_v1` and its bounds.
  package struct Entry: Sendable {
    /// `run_hot_feelslike_warn_c`, as in `profile_v1`.
    package let name: String
    /// The values that a profile may hold.
    package let range: ClosedRange<Double>
    /// The property.
    package let path: WritableKeyPath<Thresholds, Double> & Sendable
  }

  /// All fourteen, each pair's lower one first.
  package static let entries: [Entry] = [
    Entry(name: "swim_wave_meh_m", range: 0...20, path: \.swimWaveMehM),
    Entry(name: "swim_wave_bad_m", range: 0...20, path: \.swimWaveBadM),
    Entry(name: "swim_dog_wave_meh_m", range: 0...20, path: \.swimDogWaveMehM),
    Entry(name: "swim_dog_wave_bad_m", range: 0...20, path: \.swimDogWaveBadM),
    Entry(name: "run_hot_feelslike_warn_c", range: -50...60, path: \.runHotWarnC),
    Entry(name: "run_hot_feelslike_bad_c", range: -50...60, path: \.runHotBadC),
    Entry(name: "dog_heat_warn_feelslike_c", range: -50...60, path: \.dogHeatWarnC),
    Entry(name: "dog_heat_bad_feelslike_c", range: -50...60, path: \.dogHeatBadC), Entry(name: "uv_warn", range: 0...60, path: \.uvWarn),
    Entry(name: "uv_bad", range: 0...60, path: \.uvBad), Entry(name: "aqi_warn_eu", range: 0...1000, path: \.aqiWarn),
    Entry(name: "aqi_bad_eu", range: 0...1000, path: \.aqiBad), Entry(name: "wind_warn_ms", range: 0...100, path: \.windWarnMs),
    Entry(name: "wind_bad_ms", range: 0...100, path: \.windBadMs),
  ]

  /// `{"swim_wave_meh_m": 0.6, …}`.
  package var json: JSON { .object(Thresholds.entries.map { ($0.name, JSON(self[keyPath: $0.path])) }) }
}
