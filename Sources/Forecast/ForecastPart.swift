import HealthModel

/// One of the three answers that make a forecast. Each is asked for, fails and ages by itself. The raw value is its name in JSON.
package enum ForecastPart: String, Sendable, CaseIterable {
  case weather
  case marine
  case air

  /// The values that it has.
  package var fields: [ForecastHour.Field] {
    switch self {
    case .weather: [.feelsC, .windMs, .gustMs, .precipProb, .precipMm, .uv]
    case .marine: [.waveM, .wavePeriodS]
    case .air: [.aqiEu, .pm10, .pm25]
    }
  }

  /// The words for it in a sentence.
  package var noun: String {
    switch self {
    case .weather: "Open-Meteo's weather forecast"
    case .marine: "Open-Meteo's sea forecast"
    case .air: "Open-Meteo's air quality forecast"
    }
  }
}
