import HealthModel
import TestSupport

/// Answers in the documented form of Open-Meteo's services, made up from the time of an hour: the same hour always has the same values.
///
/// https://open-meteo.com/en/docs, …/marine-weather-api, …/air-quality-api, …/geocoding-api
struct FakeOpenMeteo {
  /// Days in an answer.
  var days = 7
  /// Seconds that the answer's clock is ahead of UTC, one for all of its times.
  var offsetSeconds: Int64 = 0
  /// Variables that are left out.
  var missing: Set<String> = []
  /// Variables with nothing but nulls, whose unit is then `undefined`.
  var empty: Set<String> = []
  /// Variables in another unit, with its factor to the default one.
  var units: [String: (name: String, factor: Double)] = [:]

  /// The default units by variable, as the documentation has them.
  static let defaultUnits = [
    "time": "iso8601", "apparent_temperature": "°C", "wind_speed_10m": "km/h", "wind_gusts_10m": "km/h", "precipitation_probability": "%",
    "precipitation": "mm", "uv_index": "", "wave_height": "m", "wave_period": "s", "european_aqi": "EAQI", "pm10": "μg/m³",
    "pm2_5": "μg/m³",
  ]

  /// The value of a variable in an hour, in the default unit: a whole number of tenths. Each variable has nulls of its own.
  static func value(_ variable: String, _ hourMs: Int64) -> Double? {
    let hour = Int(hourMs / 3_600_000)
    let seed = variable.utf8.reduce(hour) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
    if seed % 23 == 0 { return nil }
    let (low, high): (Int, Int) =
      switch variable {
      case "apparent_temperature": (80, 340)
      case "wind_speed_10m", "wind_gusts_10m": (0, 600)
      case "precipitation_probability": (0, 1000)
      case "precipitation": (0, 40)
      case "uv_index": (0, 110)
      case "wave_height": (1, 20)
      default: (10, 900)
      }
    return Double(low + seed % (high - low)) / 10
  }

  /// An answer that starts at midnight of the day that contains an instant, by the answer's clock.
  func answer(_ part: String, nowMs: Int64) -> String {
    let variables: [String] =
      switch part {
      case "weather":
        ["apparent_temperature", "wind_speed_10m", "wind_gusts_10m", "precipitation_probability", "precipitation", "uv_index"]
      case "marine": ["wave_height", "wave_period"]
      default: ["european_aqi", "pm10", "pm2_5"]
      }
    let local = nowMs + offsetSeconds * 1000
    let start = local - local % 86_400_000
    let times = (0..<(days * 24)).map { start + Int64($0) * 3_600_000 }
    let shown = variables.filter { !missing.contains($0) }
    let columns = shown.map { variable in
      let factor = units[variable]?.factor ?? 1
      let values = times.map { time -> String in
        guard !empty.contains(variable), let value = FakeOpenMeteo.value(variable, time - offsetSeconds * 1000) else { return "null" }
        return "\(value * factor)"
      }
      return "\"\(variable)\":[\(values.joined(separator: ","))]"
    }
    let unitTexts = (["time"] + shown).map { variable -> String in
      let unit = empty.contains(variable) ? "undefined" : units[variable]?.name ?? FakeOpenMeteo.defaultUnits[variable] ?? ""
      return "\"\(variable)\":\"\(unit)\""
    }
    return """
      {"latitude":32.0625,"longitude":34.8125,"generationtime_ms":0.1,"utc_offset_seconds":\(offsetSeconds),"timezone":"GMT",\
      "timezone_abbreviation":"GMT","elevation":12.0,"hourly_units":{\(unitTexts.joined(separator: ","))},\
      "hourly":{"time":[\(times.map { "\"\(FakeOpenMeteo.iso($0))\"" }.joined(separator: ","))]\
      \(columns.map { "," + $0 }.joined())}\(part == "weather" ? daily(start) : "")}
      """
  }

  /// Sunrise at 02:34 and sunset at 16:40 by the answer's clock.
  private func daily(_ start: Int64) -> String {
    let dates = (0..<days).map { FakeOpenMeteo.iso(start + Int64($0) * 86_400_000).prefix(10) }
    func list(_ time: String) -> String { dates.map { "\"\($0)\(time)\"" }.joined(separator: ",") }
    return
      ",\"daily_units\":{\"time\":\"iso8601\",\"sunrise\":\"iso8601\",\"sunset\":\"iso8601\"},\"daily\":{\"time\":[\(list(""))],"
      + "\"sunrise\":[\(list("T02:34"))],\"sunset\":[\(list("T16:40"))]}"
  }

  /// `2026-06-01T07:00`.
  static func iso(_ ms: Int64) -> String {
    let moment = Moment(ms: ms, utcOffsetMin: 0)
    return "\(moment.day)T\(moment.clock)"
  }

  /// The part that a request's path names. `nil` for the search.
  static func part(of path: String) -> String? {
    switch path {
    case "/v1/forecast": "weather"
    case "/v1/marine": "marine"
    case "/v1/air-quality": "air"
    default: nil
    }
  }

  /// A server that answers all parts well.
  static func server(_ fake: FakeOpenMeteo = FakeOpenMeteo(), clock: ManualClock) throws -> LoopbackServer {
    try LoopbackServer { request in
      part(of: request.path).map { .text(fake.answer($0, nowMs: clock.nowMs)) } ?? .text("{}", status: 404)
    }
  }

  /// The body of an error.
  static func error(_ reason: String) -> String { #"{"error":true,"reason":"\#(reason)"}"# }
}
