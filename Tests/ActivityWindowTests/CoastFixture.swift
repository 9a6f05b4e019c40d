import HealthModel

@testable import ActivityWindow

/// Hours, days and zones that the tests speak of.
enum Coast {
  /// 2026-06-01 00:00 UTC.
  static let juneMs = ms(day("2026-06-01"), hour: 0)

  static func day(_ text: String) -> Day { Day(text) ?? Day(number: 0) }

  /// Milliseconds since 1970 of an hour of a day in UTC.
  static func ms(_ day: Day, hour: Int, minute: Int = 0) -> Int64 { Int64(day.number * 24 + hour) * 3_600_000 + Int64(minute) * 60_000 }

  /// An hour that scores 100 in every mode: 0.2 m, 24 °C, UV 3, AQI 30, gusts of 5 m/s, dry.
  static func fine(_ utcMs: Int64 = juneMs) -> ForecastHour {
    var hour = ForecastHour(utcMs: utcMs)
    hour.waveM = 0.2
    hour.feelsC = 24
    hour.uv = 3
    hour.aqiEu = 30
    hour.gustMs = 5
    hour.windMs = 3
    hour.precipMm = 0
    hour.precipProb = 0
    return hour
  }

  /// A fine hour with some values changed.
  static func hour(_ changes: [ForecastHour.Field: Double?]) -> ForecastHour { hour(juneMs, changes) }

  /// A fine hour with some values changed.
  static func hour(_ utcMs: Int64, _ changes: [ForecastHour.Field: Double?]) -> ForecastHour {
    var hour = fine(utcMs)
    for (field, value) in changes { hour[field] = value }
    return hour
  }

  static let balanced = Scoring(Preset.balanced.thresholds)
  static let utc = ZoneRules(fixedMin: 0)

  /// Israel: UTC+2, in summer UTC+3 from 02:00 on the Friday before the last Sunday of March until 02:00 on the last Sunday of October.
  static let jerusalem = zone("IST-2IDT,M3.4.4/26,M10.5.0", 120)
  /// Sydney: UTC+10, in summer UTC+11 from the first Sunday of October until the first Sunday of April.
  static let sydney = zone("AEST-10AEDT,M10.1.0,M4.1.0/3", 600)
  static let newYork = zone("EST5EDT,M3.2.0,M11.1.0", -300)
  static let kolkata = ZoneRules(fixedMin: 330)

  /// A zone by its rule, in the form of RFC 9636: two headers, a table of one offset each, and the rule behind it.
  static func zone(_ rule: String, _ standardMin: Int32) -> ZoneRules {
    func integer(_ value: Int32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> Int32(24 - 8 * $0)) } }
    var header: [UInt8] = Array("TZif2".utf8) + Array(repeating: 0, count: 15)
    for count: Int32 in [0, 0, 0, 0, 1, 4] { header += integer(count) }
    let block = header + integer(standardMin * 60) + [0, 0] + Array("STD\0".utf8)
    return ZoneRules(tzif: block + block + Array("\n\(rule)\n".utf8)) ?? ZoneRules(fixedMin: Int(standardMin))
  }

  /// A plan in UTC of one day or more from 2026-06-01, with one fine hour changed per entry; hours that no entry names score 0 by rain.
  static func plan(
    _ hours: [Int: [ForecastHour.Field: Double?]], days: Int = 1, zone: ZoneRules = utc, from: String = "2026-06-01",
    scoring: Scoring = balanced, daylight: [Daylight] = []
  ) -> ActivityPlan {
    let start = zone.moment(on: day(from), minute: 0).ms
    let forecast = (0..<(days * 24 + 2)).map { index in
      let ms = (start / 3_600_000 + Int64(index)) * 3_600_000
      return hours[index].map { hour(ms, $0) } ?? hour(ms, [.precipMm: 5])
    }
    return ActivityPlan(forecast, daylight: daylight, from: day(from), days: days, zone: zone, scoring: scoring)
  }
}
