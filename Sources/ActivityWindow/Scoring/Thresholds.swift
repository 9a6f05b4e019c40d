/// The values from which conditions cost points. A preset writes all of them.
package struct Thresholds: Sendable, Hashable {
  /// Waves of a swim alone, m.
  package var swimWaveMehM: Double
  package var swimWaveBadM: Double
  /// Waves of a swim with the dog, m.
  package var swimDogWaveMehM: Double
  package var swimDogWaveBadM: Double
  /// The apparent temperature of a run, °C.
  package var runHotWarnC: Double
  package var runHotBadC: Double
  /// The apparent temperature for the dog, °C.
  package var dogHeatWarnC: Double
  package var dogHeatBadC: Double
  /// The UV index.
  package var uvWarn: Double
  package var uvBad: Double
  /// The European air quality index.
  package var aqiWarn: Double
  package var aqiBad: Double
  /// Gusts, m/s.
  package var windWarnMs: Double
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
