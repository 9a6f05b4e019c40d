/// The values from which conditions cost points. A preset writes all of them.
package struct Thresholds: Sendable, Hashable {
  /// Waves that cost a swim alone points, m.
  package var swimWaveMehM: Double
  /// Waves that are too high for a swim alone, m.
  package var swimWaveBadM: Double
  /// Waves that cost a swim with the dog points, m.
  package var swimDogWaveMehM: Double
  /// Waves that are too high for a swim with the dog, m.
  package var swimDogWaveBadM: Double
  /// The apparent temperature that is warm for a run, °C.
  package var runHotWarnC: Double
  /// The apparent temperature that is too hot for a run, °C.
  package var runHotBadC: Double
  /// The apparent temperature that is warm for the dog, °C.
  package var dogHeatWarnC: Double
  /// The apparent temperature that gates a run with the dog, °C.
  package var dogHeatBadC: Double
  /// An elevated UV index.
  package var uvWarn: Double
  /// A very high UV index.
  package var uvBad: Double
  /// A moderate European air quality index.
  package var aqiWarn: Double
  /// A poor European air quality index.
  package var aqiBad: Double
  /// Gusts that cost points, m/s.
  package var windWarnMs: Double
  /// Gusts that gate a run, m/s.
  package var windBadMs: Double

  /// The waves that cost points in a swim mode, m.
  package func waves(with mode: ActivityMode) -> (meh: Double, bad: Double) {
    mode == .swimDog ? (swimDogWaveMehM, swimDogWaveBadM) : (swimWaveMehM, swimWaveBadM)
  }
}

/// A set of thresholds by the user's tolerance. The raw value is the name in JSON.
package enum Preset: String, Sendable, CaseIterable {
  case chill
  case balanced
  case strict

  /// The thresholds that it writes.
  package var thresholds: Thresholds {
    switch self {
    case .chill:
      Thresholds(
        swimWaveMehM: 0.75, swimWaveBadM: 1.15, swimDogWaveMehM: 0.75, swimDogWaveBadM: 0.95, runHotWarnC: 29.5, runHotBadC: 33.5,
        dogHeatWarnC: 27.5, dogHeatBadC: 30.5, uvWarn: 7, uvBad: 9, aqiWarn: 80, aqiBad: 120, windWarnMs: 10, windBadMs: 14)
    case .balanced:
      Thresholds(
        swimWaveMehM: 0.60, swimWaveBadM: 1.00, swimDogWaveMehM: 0.60, swimDogWaveBadM: 0.80, runHotWarnC: 28, runHotBadC: 32,
        dogHeatWarnC: 26, dogHeatBadC: 29, uvWarn: 6, uvBad: 8, aqiWarn: 60, aqiBad: 100, windWarnMs: 10, windBadMs: 14)
    case .strict:
      Thresholds(
        swimWaveMehM: 0.45, swimWaveBadM: 0.85, swimDogWaveMehM: 0.45, swimDogWaveBadM: 0.65, runHotWarnC: 26.5, runHotBadC: 30.5,
        dogHeatWarnC: 24.5, dogHeatBadC: 27.5, uvWarn: 5, uvBad: 7, aqiWarn: 40, aqiBad: 80, windWarnMs: 10, windBadMs: 14)
    }
  }
}
