import HealthModel

/// A variable of Open-Meteo's answers and the value that it becomes.
struct OpenMeteoColumn: Sendable {
  /// The name in requests and answers: `wind_speed_10m`.
  let variable: String
  /// The value.
  let field: ForecastHour.Field
  /// The kind of its unit.
  let unit: UnitConversion

  /// The variables of a part, in the order in which they are asked for.
  static func of(_ part: ForecastPart) -> [OpenMeteoColumn] {
    switch part {
    case .weather:
      [
        OpenMeteoColumn(variable: "apparent_temperature", field: .feelsC, unit: .temperature),
        OpenMeteoColumn(variable: "wind_speed_10m", field: .windMs, unit: .speed),
        OpenMeteoColumn(variable: "wind_gusts_10m", field: .gustMs, unit: .speed),
        OpenMeteoColumn(variable: "precipitation_probability", field: .precipProb, unit: .percent),
        OpenMeteoColumn(variable: "precipitation", field: .precipMm, unit: .rain),
        OpenMeteoColumn(variable: "uv_index", field: .uv, unit: .index),
      ]
    case .marine:
      [
        OpenMeteoColumn(variable: "wave_height", field: .waveM, unit: .height),
        OpenMeteoColumn(variable: "wave_period", field: .wavePeriodS, unit: .period),
      ]
    case .air:
      [
        OpenMeteoColumn(variable: "european_aqi", field: .aqiEu, unit: .index),
        OpenMeteoColumn(variable: "pm10", field: .pm10, unit: .particles),
        OpenMeteoColumn(variable: "pm2_5", field: .pm25, unit: .particles),
      ]
    }
  }
}
