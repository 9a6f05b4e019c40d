import HealthModel

/// The hours and days in one answer of Open-Meteo.
///
///     {"utc_offset_seconds": 0, "hourly_units": {"wind_speed_10m": "km/h", …}, "hourly": {"time": ["2026-06-01T00:00", …],
///      "wind_speed_10m": [12.3, null, …]}, "daily": {"time": […], "sunrise": […], "sunset": […]}}
struct OpenMeteoReading: Sendable {
  /// The most hours that are read: an answer of seven days has 168.
  static let mostHours = 1000

  /// The hours in order, each once, with the part's values only.
  private(set) var hours: [ForecastHour] = []
  /// Sunrises and sunsets, in order. Empty for other parts than the weather.
  private(set) var daylight: [Daylight] = []
  /// Counts of what was wrong.
  private(set) var oddities = Oddities()

  /// Reads an answer. `nil` when it isn't one about hours.
  init?(_ answer: JSON, _ part: ForecastPart) {
    guard let time = OpenMeteoTime(answer), let texts = answer["hourly"]["time"].array else { return nil }
    let times = texts.prefix(OpenMeteoReading.mostHours).map { time.ms($0).flatMap { $0 % ForecastHour.lengthMs == 0 ? $0 : nil } }
    hours = times.map { ForecastHour(utcMs: $0 ?? .min) }
    for column in OpenMeteoColumn.of(part) { read(column, answer) }
    hours = inOrder()
    guard !hours.isEmpty else { return nil }
    readDaylight(answer["daily"], time)
  }

  /// Whether any hour has a value.
  func hasValues(of part: ForecastPart) -> Bool { hours.contains { hour in part.fields.contains { hour[$0] != nil } } }

  private mutating func read(_ column: OpenMeteoColumn, _ answer: JSON) {
    guard let values = answer["hourly"][column.variable].array else { return }
    let unit = answer["hourly_units"][column.variable].string
    for (index, json) in values.prefix(hours.count).enumerated() where !json.isNull {
      guard let number = json.double, number.isFinite else {
        oddities.notNumbers += 1
        continue
      }
      guard let value = column.unit.value(number, unit: unit) else {
        oddities.unknownUnits += 1
        continue
      }
      guard column.field.range.contains(value) else {
        oddities.outOfRange += 1
        continue
      }
      hours[index][column.field] = value
    }
  }

  /// The hours with a time, sorted; of equal ones the first.
  private mutating func inOrder() -> [ForecastHour] {
    var result: [ForecastHour] = []
    // Stable, so that the first of equal times stays first.
    for hour in hours.filter({ $0.utcMs != .min }).sorted(by: { $0.utcMs < $1.utcMs }) where result.last?.utcMs != hour.utcMs {
      result.append(hour)
    }
    oddities.badTimes += hours.count - result.count
    return result
  }

  /// Around the poles a day without sunrise has two equal times, one without sunset times that are 24 hours apart.
  private mutating func readDaylight(_ daily: JSON, _ time: OpenMeteoTime) {
    let pairs = zip(daily["sunrise"].array ?? [], daily["sunset"].array ?? []).prefix(40)
    daylight = pairs.compactMap { rise, set in
      guard let riseMs = time.ms(rise), let setMs = time.ms(set) else { return nil }
      // Far from Greenwich the sun sets on the next day of UTC; some versions name the time on the same day.
      return Daylight(riseMs: riseMs, setMs: setMs < riseMs ? setMs + 86_400_000 : setMs)
    }.sorted { $0.riseMs < $1.riseMs }
  }
}
