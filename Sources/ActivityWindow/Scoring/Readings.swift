import HealthModel

/// A set of the five things that chips speak of when they aren't known, or when they are fine.
struct Readings: OptionSet, Sendable, Hashable {
  let rawValue: UInt8

  /// The height of the waves.
  static let waves = Readings(rawValue: 1)
  /// The apparent temperature.
  static let temperature = Readings(rawValue: 2)
  /// The UV index.
  static let uv = Readings(rawValue: 4)
  /// The European air quality index.
  static let air = Readings(rawValue: 8)
  /// Gusts.
  static let wind = Readings(rawValue: 16)

  /// The order of positive chips and of chips about missing data.
  static let inOrder: [Readings] = [.waves, .temperature, .uv, .air, .wind]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The readings that a mode looks at and that an hour doesn't have. Runs don't look at waves.
  init(missingIn hour: ForecastHour, for mode: ActivityMode) {
    var set: Readings = []
    if mode.isSwim, hour.waveM == nil { set.insert(.waves) }
    if hour.feelsC == nil { set.insert(.temperature) }
    if hour.uv == nil { set.insert(.uv) }
    if hour.aqiEu == nil { set.insert(.air) }
    if hour.gustMs == nil { set.insert(.wind) }
    self = set
  }

  /// The readings that a mode looks at.
  static func watched(by mode: ActivityMode) -> Readings {
    mode.isSwim ? [.waves, .temperature, .uv, .air, .wind] : [.temperature, .uv, .air, .wind]
  }

  /// The factor that stands for a single reading in chips. The temperature is `heat`.
  var factor: Factor {
    switch self {
    case .waves: .waves
    case .temperature: .heat
    case .uv: .uv
    case .air: .aqi
    default: .wind
    }
  }

  /// The word for a single reading in `… data unavailable`.
  var word: String {
    switch self {
    case .waves: "Wave"
    case .temperature: "Temp"
    case .uv: "UV"
    case .air: "AQI"
    default: "Wind"
    }
  }

  /// The text of a single reading that is fine.
  var positiveText: String {
    switch self {
    case .waves: "Waves calm"
    case .temperature: "Nice temperature"
    case .uv: "UV low"
    case .air: "Air quality good"
    default: "Calm wind"
    }
  }
}
