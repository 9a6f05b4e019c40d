import HealthModel

/// The reasons for a score.
package struct HourReasons: Sendable, Hashable {
  /// The score that they explain.
  package let score: HourScore
  /// The conditions of the gate, which all applied: two of `Too hot for dog` by UV, none of `After dark`. Empty without a gate.
  package let gateRules: [ScoreRule]
  /// The penalties, the largest first, each with its factor.
  package let penalties: [Penalty]
  /// The scored values that aren't known.
  package let missing: [ForecastHour.Field]

  /// A factor and the rule by which it takes points off.
  package struct Penalty: Sendable, Hashable {
    /// The factor.
    package let factor: Factor
    /// The rule.
    package let rule: ScoreRule
  }
}

extension Scoring {
  /// Explains an hour's score in a mode.
  ///
  /// - Parameter isDark: As in `score(_:in:isDark:)`.
  package func reasons(for hour: ForecastHour, in mode: ActivityMode, isDark: Bool? = nil) -> HourReasons {
    let score = score(hour, in: mode, isDark: isDark)
    return HourReasons(
      score: score, gateRules: gateRules(score.gate, hour),
      penalties: score.penalizedFactors.compactMap { factor in
        rule(for: factor, score, hour).map { HourReasons.Penalty(factor: factor, rule: $0) }
      }, missing: ForecastHour.Field.scored.filter { hour[$0] == nil && isUsed($0, in: mode) })
  }

  private func gateRules(_ gate: Gate?, _ hour: ForecastHour) -> [ScoreRule] {
    let rules: [ScoreRule?] =
      switch gate {
      case nil, .afterDark: []
      case .heavyRain: [ScoreRule(.precipMm, of: hour, Scoring.heavyRainMm)]
      case .rainVeryLikely: [ScoreRule(.precipProb, of: hour, Scoring.likelyRainPercent)]
      case .windTooStrong: [ScoreRule(.gustMs, of: hour, thresholds.windBadMs)]
      case .tooHotForDog:
        if let feels = hour.feelsC, feels >= thresholds.dogHeatBadC {
          [ScoreRule(.feelsC, of: hour, thresholds.dogHeatBadC)]
        } else {
          [ScoreRule(.feelsC, of: hour, thresholds.dogHeatWarnC), ScoreRule(.uv, of: hour, thresholds.uvBad)]
        }
      }
    return rules.compactMap { $0 }
  }

  private func rule(for factor: Factor, _ score: HourScore, _ hour: ForecastHour) -> ScoreRule? {
    let isSevere = score.points.isSevere(factor)
    let points = score.penalty(for: factor)
    switch factor {
    case .waves:
      let waves = thresholds.waves(with: score.mode)
      return ScoreRule(.waveM, of: hour, isSevere ? waves.bad : waves.meh, points: points)
    case .wind: return ScoreRule(.gustMs, of: hour, thresholds.windWarnMs, points: points)
    case .aqi: return ScoreRule(.aqiEu, of: hour, isSevere ? thresholds.aqiBad : thresholds.aqiWarn, points: points)
    case .cold: return ScoreRule(.feelsC, of: hour, Scoring.chillyC, points: points, isUpperLimit: true)
    case .heat:
      let threshold = score.mode.isSwim ? Scoring.hotSwimC : isSevere ? thresholds.runHotBadC : thresholds.runHotWarnC
      return ScoreRule(.feelsC, of: hour, threshold, points: points)
    case .dogHeat: return ScoreRule(.feelsC, of: hour, thresholds.dogHeatWarnC, points: points)
    case .uv: return ScoreRule(.uv, of: hour, isSevere ? thresholds.uvBad : thresholds.uvWarn, points: points)
    case .rain: return ScoreRule(.precipProb, of: hour, Scoring.possibleRainPercent, points: points)
    }
  }

  /// Whether a mode's rules look at a value. The mean wind isn't part of any rule.
  private func isUsed(_ field: ForecastHour.Field, in mode: ActivityMode) -> Bool {
    field != .windMs && (field != .waveM || mode.isSwim)
  }
}
