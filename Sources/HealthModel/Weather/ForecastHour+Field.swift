extension ForecastHour {
  /// A value of an hour. The raw value is its key in JSON.
  public enum Field: String, Sendable, CaseIterable {
    case waveM = "wave_m"
    case feelsC = "feels_c"
    case gustMs = "gust_ms"
    case windMs = "wind_ms"
    case uv
    case aqiEu = "aqi_eu"
    case precipMm = "precip_mm"
    case precipProb = "precip_prob"
    case wavePeriodS = "wave_period_s"
    case pm10
    case pm25 = "pm2_5"

    /// The eight values that scores are about, in the order of `hsync go plan --json`.
    public static let scored: [Field] = [.waveM, .feelsC, .gustMs, .windMs, .uv, .aqiEu, .precipMm, .precipProb]

    /// The values that are kept; others are errors of the source.
    ///
    /// They are wider than any record: 19.0 m of significant wave height (buoy, 2013), 113 m/s of gust (Barrow Island, 1996), a UV index of 43
    /// (Licancabur, 2003), 401 mm of rain in an hour (Shangdi, 1975). The European index has no upper end.
    public var range: ClosedRange<Double> {
      switch self {
      case .waveM: 0...50
      case .feelsC: -120...100
      case .gustMs, .windMs: 0...200
      case .uv: 0...60
      case .aqiEu: 0...10_000
      case .precipMm: 0...1000
      case .precipProb: 0...100
      case .wavePeriodS: 0...120
      case .pm10, .pm25: 0...100_000
      }
    }
  }

  /// The value of a field. `nil` means not known.
  public subscript(field: Field) -> Double? {
    get {
      switch field {
      case .waveM: waveM
      case .feelsC: feelsC
      case .gustMs: gustMs
      case .windMs: windMs
      case .uv: uv
      case .aqiEu: aqiEu
      case .precipMm: precipMm
      case .precipProb: precipProb
      case .wavePeriodS: wavePeriodS
      case .pm10: pm10
      case .pm25: pm25
      }
    }
    set {
      switch field {
      case .waveM: waveM = newValue
      case .feelsC: feelsC = newValue
      case .gustMs: gustMs = newValue
      case .windMs: windMs = newValue
      case .uv: uv = newValue
      case .aqiEu: aqiEu = newValue
      case .precipMm: precipMm = newValue
      case .precipProb: precipProb = newValue
      case .wavePeriodS: wavePeriodS = newValue
      case .pm10: pm10 = newValue
      case .pm25: pm25 = newValue
      }
    }
  }

  /// The eight scored values: `{"wave_m": 0.4, "feels_c": null, …}`.
  public var rawJSON: JSON { .object(Field.scored.map { ($0.rawValue, JSON(number: self[$0])) }) }
}
