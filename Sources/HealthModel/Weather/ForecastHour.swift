/// The forecast weather, sea and air of one hour at a place. `nil` means not known; it is never stored as 0.
public struct ForecastHour: Sendable, Hashable {
  /// The start of the hour, milliseconds since 1970; a multiple of 3,600,000.
  public let utcMs: Int64
  /// The significant wave height, m.
  public var waveM: Double?
  /// The apparent ("feels like") temperature, °C.
  public var feelsC: Double?
  /// The strongest gust 10 m above the ground, m/s.
  public var gustMs: Double?
  /// The mean wind 10 m above the ground, m/s.
  public var windMs: Double?
  /// The UV index.
  public var uv: Double?
  /// The European air quality index.
  public var aqiEu: Double?
  /// The amount of precipitation, mm.
  public var precipMm: Double?
  /// The probability of precipitation, percent.
  public var precipProb: Double?
  /// The mean wave period, s.
  public var wavePeriodS: Double?
  /// Particles up to 10 µm, µg/m³.
  public var pm10: Double?
  /// Particles up to 2.5 µm, µg/m³.
  public var pm25: Double?

  /// An hour of which nothing is known.
  public init(utcMs: Int64) { self.utcMs = utcMs }

  /// The length of an hour, milliseconds.
  public static let lengthMs: Int64 = 3_600_000

  /// Whether none of the eight values that scores are about is known.
  public var isEmpty: Bool {
    waveM == nil && feelsC == nil && gustMs == nil && windMs == nil && uv == nil && aqiEu == nil && precipMm == nil && precipProb == nil
  }
}
