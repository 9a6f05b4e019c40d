import HealthModel

@testable import ActivityWindow

/// Weather made up from seeded random numbers, with every value around its thresholds, unknown values and missing hours.
enum RandomWeather {
  /// An hour of weather. `nil` for a missing hour, one of some 50.
  static func hour(_ ms: Int64, _ generator: inout some RandomNumberGenerator) -> ForecastHour? {
    if Int.random(in: 0..<50, using: &generator) == 0 { return nil }
    var hour = ForecastHour(utcMs: ms)
    if Int.random(in: 0..<50, using: &generator) == 0 { return hour }
    func value(_ range: ClosedRange<Double>) -> Double? {
      Int.random(in: 0..<40, using: &generator) == 0 ? nil : (Double.random(in: range, using: &generator) * 10).rounded() / 10
    }
    hour.waveM = value(0...1.3)
    hour.feelsC = value(10...34)
    hour.gustMs = value(0...15)
    hour.windMs = value(0...12)
    hour.uv = value(0...10)
    hour.aqiEu = value(10...110)
    hour.precipMm = Int.random(in: 0..<20, using: &generator) == 0 ? value(0...6) : 0
    hour.precipProb = Int.random(in: 0..<8, using: &generator) == 0 ? value(0...100) : 0
    return hour
  }

  /// Weather of one day whose mood lasts: good spells of some hours, so that days have windows.
  static func day(_ startMs: Int64, hours: Int, _ generator: inout some RandomNumberGenerator) -> [ForecastHour] {
    let warmth = Double.random(in: 16...31, using: &generator)
    var result: [ForecastHour] = []
    var isGood = Bool.random(using: &generator)
    for index in 0..<hours {
      if Int.random(in: 0..<4, using: &generator) == 0 { isGood.toggle() }
      let ms = startMs + Int64(index) * 3_600_000
      guard var hour = isGood ? ForecastHour(utcMs: ms) : RandomWeather.hour(ms, &generator) else { continue }
      if isGood {
        hour.waveM = Double.random(in: 0...0.5, using: &generator)
        hour.feelsC = warmth + Double.random(in: -3...3, using: &generator)
        hour.gustMs = Double.random(in: 0...9, using: &generator)
        hour.uv = Double.random(in: 0...7, using: &generator)
        hour.aqiEu = Double.random(in: 10...65, using: &generator)
        hour.precipMm = 0
        hour.precipProb = Double.random(in: 0...45, using: &generator)
      }
      result.append(hour)
    }
    return result
  }
}
