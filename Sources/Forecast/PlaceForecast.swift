import HealthModel

/// The forecast of a place, from the last good answer of each part.
package struct PlaceForecast: Sendable, Hashable {
  /// The place.
  package let place: Place
  private var parts: PerPart<PartForecast?>

  /// Air quality older than this isn't shown any more, milliseconds. Weather and sea have their age shown instead.
  static let longestAirAgeMs: Int64 = 24 * 3_600_000

  /// A forecast with some of its parts.
  init(place: Place, parts: PerPart<PartForecast?> = PerPart(weather: nil, marine: nil, air: nil)) {
    self.place = place
    self.parts = parts
  }

  /// The last good answer about a part. `nil` when there was none.
  package subscript(part: ForecastPart) -> PartForecast? {
    get { parts[part] }
    set { parts[part] = newValue }
  }

  /// Whether no part ever answered.
  package var isEmpty: Bool { ForecastPart.allCases.allSatisfy { parts[$0] == nil } }

  /// The age of the forecast begins here, milliseconds since 1970: the older of weather and sea, else that of the air. `nil` when it is empty.
  package var fetchedAtMs: Int64? {
    [parts.weather, parts.marine].compactMap { $0?.fetchedAtMs }.min() ?? parts.air?.fetchedAtMs
  }

  /// The time at which the weather arrived, milliseconds since 1970. `nil` when it never did.
  package var weatherAtMs: Int64? { parts.weather?.fetchedAtMs }

  /// The time at which the forecast of the sea arrived, milliseconds since 1970. `nil` when it never did, and inland.
  package var seaAtMs: Int64? { sea == .coast ? parts.marine?.fetchedAtMs : nil }

  /// Whether the place lies at the sea.
  package var sea: Sea {
    guard let marine = parts.marine else { return .unknown }
    return marine.hours.contains { $0.waveM != nil } ? .coast : .inland
  }

  /// Sunrises and sunsets, in order.
  package var daylight: [Daylight] { parts.weather?.daylight ?? [] }

  /// The hours of all parts, joined by their start, in order. An hour that one part lacks has none of its values.
  ///
  /// - Parameter nowMs: Milliseconds since 1970. Air quality that is over a day old is left out.
  package func hours(nowMs: Int64) -> [ForecastHour] {
    var hours: [ForecastHour] = []
    for part in ForecastPart.allCases {
      guard let answer = parts[part], part != .air || nowMs - answer.fetchedAtMs <= PlaceForecast.longestAirAgeMs else { continue }
      hours = PlaceForecast.joined(hours, answer.hours, part.fields)
    }
    return hours
  }

  /// The hours of two lists, both ascending, as one; of those of the second list, the values of `fields`.
  private static func joined(_ hours: [ForecastHour], _ others: [ForecastHour], _ fields: [ForecastHour.Field]) -> [ForecastHour] {
    var joined: [ForecastHour] = []
    joined.reserveCapacity(max(hours.count, others.count))
    var next = 0
    for other in others {
      while next < hours.count, hours[next].utcMs < other.utcMs {
        joined.append(hours[next])
        next += 1
      }
      var hour = ForecastHour(utcMs: other.utcMs)
      if next < hours.count, hours[next].utcMs == other.utcMs {
        hour = hours[next]
        next += 1
      }
      for field in fields { hour[field] = other[field] }
      joined.append(hour)
    }
    return joined + hours[next...]
  }

  /// The parts of both, of each the one that arrived later.
  func merged(with other: PlaceForecast?) -> PlaceForecast {
    guard let other else { return self }
    func newer(_ one: PartForecast?, _ other: PartForecast?) -> PartForecast? {
      guard let one, let other else { return one ?? other }
      return one.fetchedAtMs >= other.fetchedAtMs ? one : other
    }
    return PlaceForecast(place: place, parts: PerPart { newer(parts[$0], other.parts[$0]) })
  }
}
