import HealthModel

/// The last good answer about one part of a place's forecast.
package struct PartForecast: Sendable, Hashable {
  /// The time at which it arrived, or was confirmed as unchanged, milliseconds since 1970.
  package internal(set) var fetchedAtMs: Int64
  /// The hours in order, with the part's values only. The first ones may be left from earlier answers.
  package let hours: [ForecastHour]
  /// Sunrises and sunsets. Empty for other parts than the weather.
  package let daylight: [Daylight]
  /// Counts of what was wrong in the answer.
  package let oddities: Oddities
  /// The address that it came from.
  let url: String
  /// The answer's `ETag`, if it had one.
  let entityTag: String?
  /// The answer's `Last-Modified`, if it had one.
  let lastModified: String?

  /// The time for which hours of earlier answers are kept, milliseconds: an answer starts at midnight UTC, the day at the place earlier.
  static let keptMs: Int64 = 48 * ForecastHour.lengthMs
  /// The longest `ETag` and `Last-Modified` that are kept.
  static let longestValidator = 256

  /// An answer with everything given.
  init(
    fetchedAtMs: Int64, hours: [ForecastHour], daylight: [Daylight] = [], oddities: Oddities = Oddities(), url: String,
    entityTag: String? = nil, lastModified: String? = nil
  ) {
    self.fetchedAtMs = fetchedAtMs
    self.hours = hours
    self.daylight = daylight
    self.oddities = oddities
    self.url = url
    self.entityTag = PartForecast.validator(entityTag)
    self.lastModified = PartForecast.validator(lastModified)
  }

  /// Whether any hour has a value of the part.
  func hasValues(of part: ForecastPart) -> Bool { hours.contains { hour in part.fields.contains { hour[$0] != nil } } }

  /// The same with the last hours and days of an earlier answer that come before its own.
  func keeping(_ earlier: PartForecast?, nowMs: Int64) -> PartForecast {
    guard let earlier, let first = hours.first?.utcMs else { return self }
    let oldest = nowMs - PartForecast.keptMs
    let days = earlier.daylight.filter { day in day.setMs >= oldest && daylight.first.map { day.setMs < $0.riseMs } ?? true }
    return PartForecast(
      fetchedAtMs: fetchedAtMs, hours: earlier.hours.filter { $0.utcMs < first && $0.utcMs >= oldest } + hours, daylight: days + daylight,
      oddities: oddities, url: url, entityTag: entityTag, lastModified: lastModified)
  }

  /// A header that can be sent back: printable ASCII, not too long.
  private static func validator(_ text: String?) -> String? {
    guard let text, (1...longestValidator).contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      return nil
    }
    return text
  }
}
