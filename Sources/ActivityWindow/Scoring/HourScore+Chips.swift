import HealthModel

extension HourScore {
  /// The most chips of an hour.
  package static let mostChips = 5
  /// The most chips about penalties among them.
  static let mostPenaltyChips = 4

  /// The reasons for the score: two to five where so many are known.
  ///
  /// A gate stands alone. Else up to four penalties come first, the largest one first. A score of 70 or more has one positive chip, and
  /// positive chips fill up to two chips in all. Chips about missing data come last.
  ///
  /// - Parameter hour: The hour that was scored.
  package func chips(of hour: ForecastHour) -> [Chip] {
    if let gate { return [Chip(factor: gate.factorName, text: gate.rawValue, emoji: .danger, penalty: -100)] }
    var chips = penalizedFactors.prefix(HourScore.mostPenaltyChips).map { chip(for: $0, of: hour) }
    let info = Readings.inOrder.filter(missing.contains).map {
      Chip(factor: $0.factor.name, text: "\($0.word) data unavailable", emoji: .info, penalty: 0)
    }
    let wanted = max(score >= Tier.good.lowestScore ? 1 : 0, 2 - chips.count - info.count)
    chips += positiveChips.prefix(wanted)
    return Array((chips + info).prefix(HourScore.mostChips))
  }

  /// The readings that are known and cost nothing, in the order of positive chips.
  var cleanReadings: [Readings] {
    gate == nil ? Readings.inOrder.filter { Readings.watched(by: mode).contains($0) && !missing.contains($0) && isClean($0) } : []
  }

  /// A chip for each reading that is fine, in their order.
  package var positiveChips: [Chip] {
    cleanReadings.map { Chip(factor: $0.factor.name, text: $0.positiveText, emoji: .check, penalty: 0) }
  }

  private func isClean(_ reading: Readings) -> Bool {
    switch reading {
    case .waves: points[.waves] == 0
    case .temperature: points[.cold] == 0 && points[.heat] == 0 && points[.dogHeat] == 0
    case .uv: points[.uv] == 0 && isUVLow
    case .air: points[.aqi] == 0
    default: points[.wind] == 0
    }
  }

  private func chip(for factor: Factor, of hour: ForecastHour) -> Chip {
    let isSevere = points.isSevere(factor)
    return Chip(
      factor: factor.name, text: text(for: factor, isSevere: isSevere, hour), emoji: isSevere ? .danger : .warning,
      penalty: -points[factor])
  }

  private func text(for factor: Factor, isSevere: Bool, _ hour: ForecastHour) -> String {
    let degrees = ChipNumber.whole(hour.feelsC) + "°C"
    switch factor {
    case .waves:
      let height = ChipNumber.height(hour.waveM) + "m"
      if mode == .swimDog { return isSevere ? "Waves too rough for dog" : "Waves \(height) — watch your dog" }
      return isSevere ? "Waves \(height) — rough" : "Waves \(height)"
    case .wind: return "Gusty \(ChipNumber.whole(hour.gustMs))m/s"
    case .aqi: return isSevere ? "Air quality poor" : "AQI moderate"
    case .cold: return "Chilly \(degrees)"
    case .heat: return mode.isSwim ? "Hot \(degrees)" : isSevere ? "Too hot to run" : "Warm \(degrees)"
    case .dogHeat: return "Warm for paws"
    case .uv: return isSevere ? "UV very high" : "UV elevated"
    case .rain: return "Rain possible"
    }
  }
}

/// The numbers in the texts of chips.
enum ChipNumber {
  /// Rounded to a whole number: `28`. `--` for `nil`.
  static func whole(_ value: Double?) -> String { value.map { String(Int(nearest: $0)) } ?? "--" }

  /// With one or two decimals: `0.6`, `0.85`, `1.0`. `--` for `nil`.
  static func height(_ value: Double?) -> String {
    guard let value else { return "--" }
    let hundredths = Int(nearest: value * 100)
    let decimals = hundredths % 100
    return "\(hundredths / 100).\(decimals % 10 == 0 ? "\(decimals / 10)" : decimals < 10 ? "0\(decimals)" : "\(decimals)")"
  }
}
