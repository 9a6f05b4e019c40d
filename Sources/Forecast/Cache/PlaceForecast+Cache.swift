import HealthModel

extension PlaceForecast {
  /// The version of the file. Older and newer ones are read as none.
  static let cacheVersion: Int64 = 1

  /// `{"version": 1, "place": {…}, "parts": {"weather": {…}}}`.
  var cacheJSON: JSON {
    .object([
      ("version", JSON(PlaceForecast.cacheVersion)), ("place", place.json),
      ("parts", .object(ForecastPart.allCases.compactMap { part in self[part].map { (part.rawValue, $0.cacheJSON(part)) } })),
    ])
  }

  /// Reads a file about a place. `nil` when it is of another version, or was made for other coordinates.
  init?(cached json: JSON, place: Place) {
    guard json["version"].int == PlaceForecast.cacheVersion, json["place"]["id"].string == place.id,
      json["place"]["latitude"].double == place.latitude, json["place"]["longitude"].double == place.longitude
    else { return nil }
    self.init(place: place)
    for part in ForecastPart.allCases { self[part] = PartForecast(cached: json["parts"][part.rawValue], part) }
    if isEmpty { return nil }
  }
}

extension PartForecast {
  /// Columns of values beside the hours, counted from 1970: `{"fetched_at_ms": …, "hours": [494232, …], "values": {"wave_m": [0.4, null, …]}}`.
  fileprivate func cacheJSON(_ part: ForecastPart) -> JSON {
    .object([
      ("fetched_at_ms", JSON(fetchedAtMs)), ("url", .string(url)), ("etag", JSON(entityTag)), ("last_modified", JSON(lastModified)),
      ("oddities", oddities.json), ("hours", .array(hours.map { JSON($0.utcMs / ForecastHour.lengthMs) })),
      ("values", .object(part.fields.map { field in (field.rawValue, .array(hours.map { JSON(number: $0[field]) })) })),
      ("daylight", .array(daylight.map { .array([JSON($0.riseMs), JSON($0.setMs)]) })),
    ])
  }

  /// `nil` when the part isn't there or makes no sense. Values beyond their bounds aren't known.
  fileprivate init?(cached json: JSON, _ part: ForecastPart) {
    let range = NumberRules.timesMs
    guard let fetchedAtMs = json["fetched_at_ms"].int, range.contains(fetchedAtMs), let url = json["url"].string,
      let times = json["hours"].array
    else { return nil }
    let hourRange = 0...(range.upperBound / ForecastHour.lengthMs)
    let numbers = times.prefix(OpenMeteoReading.mostHours).compactMap(\.int).filter(hourRange.contains)
    guard zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }), numbers.count == times.count else { return nil }
    var hours = numbers.map { ForecastHour(utcMs: $0 * ForecastHour.lengthMs) }
    for field in part.fields {
      for (index, value) in (json["values"][field.rawValue].array ?? []).prefix(hours.count).enumerated() {
        hours[index][field] = value.double.flatMap { field.range.contains($0) ? $0 : nil }
      }
    }
    let daylight = (json["daylight"].array ?? []).prefix(60).compactMap { pair -> Daylight? in
      guard let times = pair.array?.compactMap(\.int), times.count == 2, times.allSatisfy(range.contains) else { return nil }
      return Daylight(riseMs: times[0], setMs: times[1])
    }
    self.init(
      fetchedAtMs: fetchedAtMs, hours: hours, daylight: daylight, oddities: Oddities(json: json["oddities"]), url: url,
      entityTag: json["etag"].string, lastModified: json["last_modified"].string)
  }
}
