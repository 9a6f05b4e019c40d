import HealthModel

/// The rules of `score_v1`: an hour and thresholds in, a score of 0…100 for one mode out.
///
/// A gate makes the score 0. Else it is 100 minus the penalties, at least 0. A value that isn't known costs nothing and gates nothing.
/// Worked value (balanced): waves of 0.6 m cost a swim 35 points and leave 65, `Meh`.
package struct Scoring: Sendable, Hashable {
  /// The name of these rules, part of every result.
  package static let version = "score_v1"

  /// The user's thresholds.
  package let thresholds: Thresholds
  /// Whether swims in the dark are gated. An extension of `score_v1`, off unless the user turns it on.
  package let gatesDarkness: Bool
  /// Whether neither gate nor penalty for heat counts in `run_dog`: the scores that a heat warning compares with.
  package let ignoresHeat: Bool

  /// The rules with the user's thresholds.
  package init(_ thresholds: Thresholds, gatesDarkness: Bool = false, ignoresHeat: Bool = false) {
    self.thresholds = thresholds
    self.gatesDarkness = gatesDarkness
    self.ignoresHeat = ignoresHeat
  }

  /// The same rules without heat.
  package var ignoringHeat: Scoring { Scoring(thresholds, gatesDarkness: gatesDarkness, ignoresHeat: true) }

  /// Scores an hour for a mode.
  ///
  /// - Parameter isDark: Whether the hour starts before sunrise, or at or after sunset. `nil` means not known, and gates nothing.
  package func score(_ hour: ForecastHour, in mode: ActivityMode, isDark: Bool? = nil) -> HourScore {
    if let gate = gate(hour, in: mode, isDark: isDark) { return HourScore(mode: mode, gate: gate, hour: hour, uvWarn: thresholds.uvWarn) }
    var points = FactorPoints()
    if mode.isSwim { takeSwim(hour, mode, &points) } else { takeRun(hour, withDog: mode.hasDog, &points) }
    return HourScore(mode: mode, points: points, hour: hour, uvWarn: thresholds.uvWarn)
  }

  /// The first gate that applies. `nil` means none.
  private func gate(_ hour: ForecastHour, in mode: ActivityMode, isDark: Bool?) -> Gate? {
    if reaches(hour.precipMm, Scoring.heavyRainMm) { return .heavyRain }
    if reaches(hour.precipProb, Scoring.likelyRainPercent) { return .rainVeryLikely }
    if !mode.isSwim, reaches(hour.gustMs, thresholds.windBadMs) { return .windTooStrong }
    if mode == .runDog, !ignoresHeat {
      let isHot = reaches(hour.feelsC, thresholds.dogHeatWarnC)
      if reaches(hour.feelsC, thresholds.dogHeatBadC) || isHot && reaches(hour.uv, thresholds.uvBad) { return .tooHotForDog }
    }
    return gatesDarkness && mode.isSwim && isDark == true ? .afterDark : nil
  }

  private func takeSwim(_ hour: ForecastHour, _ mode: ActivityMode, _ points: inout FactorPoints) {
    let waves = thresholds.waves(with: mode)
    if reaches(hour.waveM, waves.bad) {
      points.take(mode.hasDog ? 80 : 70, for: .waves, isSevere: true)
    } else if reaches(hour.waveM, waves.meh) {
      points.take(mode.hasDog ? 45 : 35, for: .waves)
    }
    if reaches(hour.gustMs, thresholds.windWarnMs) { points.take(15, for: .wind) }
    takeAir(hour, bad: 25, warn: 12, &points)
    if let feels = hour.feelsC {
      if feels <= Scoring.chillyC { points.take(10, for: .cold) }
      if feels >= Scoring.hotSwimC { points.take(10, for: .heat) }
    }
    if mode.hasDog {
      if reaches(hour.feelsC, thresholds.dogHeatWarnC) { points.take(15, for: .dogHeat) }
      if reaches(hour.uv, thresholds.uvWarn) { points.take(10, for: .uv) }
    }
  }

  /// With the dog heat, UV and air cost 1.2 times as much, each rounded: 18 × 1.2 = 21.6, 22.
  private func takeRun(_ hour: ForecastHour, withDog: Bool, _ points: inout FactorPoints) {
    if reaches(hour.gustMs, thresholds.windWarnMs) { points.take(12, for: .wind) }
    takeAir(hour, bad: withDog ? 48 : 40, warn: withDog ? 22 : 18, &points)
    if !(withDog && ignoresHeat) {
      if reaches(hour.feelsC, thresholds.runHotBadC) {
        points.take(withDog ? 72 : 60, for: .heat, isSevere: true)
      } else if reaches(hour.feelsC, thresholds.runHotWarnC) {
        points.take(withDog ? 36 : 30, for: .heat)
      }
    }
    if reaches(hour.uv, thresholds.uvBad) {
      points.take(withDog ? 30 : 25, for: .uv, isSevere: true)
    } else if reaches(hour.uv, thresholds.uvWarn) {
      points.take(withDog ? 14 : 12, for: .uv)
    }
    if reaches(hour.precipProb, Scoring.possibleRainPercent) { points.take(10, for: .rain) }
  }

  private func takeAir(_ hour: ForecastHour, bad: Int, warn: Int, _ points: inout FactorPoints) {
    if reaches(hour.aqiEu, thresholds.aqiBad) {
      points.take(bad, for: .aqi, isSevere: true)
    } else if reaches(hour.aqiEu, thresholds.aqiWarn) {
      points.take(warn, for: .aqi)
    }
  }

  private func reaches(_ value: Double?, _ threshold: Double) -> Bool { value.map { $0 >= threshold } ?? false }
}

extension Scoring {
  /// Precipitation that gates every mode, mm an hour.
  package static let heavyRainMm = 3.0
  /// The probability of precipitation that gates every mode, percent.
  package static let likelyRainPercent = 80.0
  /// The probability of precipitation that costs a run points, percent.
  package static let possibleRainPercent = 40.0
  /// The apparent temperature up to which a swim costs points, °C.
  package static let chillyC = 14.0
  /// The apparent temperature from which a swim costs points, °C.
  package static let hotSwimC = 32.0
}
