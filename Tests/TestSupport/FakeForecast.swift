import Foundation
import HealthModel
import Synchronization

/// A server on loopback that answers as Open-Meteo's four services do, for weather that a test makes up.
package final class FakeForecast: Sendable {
  /// The weather, sea and air of an hour, in the service's units; `nil` = null.
  package struct Hour: Sendable {
    /// °C
    package var feels: Double? = 24
    /// km/h
    package var wind: Double? = 7.2
    /// km/h
    package var gusts: Double? = 18
    /// percent
    package var rainProbability: Double? = 0
    /// mm
    package var rain: Double? = 0
    package var uv: Double? = 3
    /// m
    package var waves: Double? = 0.2
    package var aqi: Double? = 30

    /// A fine hour.
    package init() {}

    /// The value of one of the service's variables.
    fileprivate subscript(variable: String) -> Double? {
      switch variable {
      case "apparent_temperature": feels
      case "wind_speed_10m": wind
      case "wind_gusts_10m": gusts
      case "precipitation_probability": rainProbability
      case "precipitation": rain
      case "uv_index": uv
      case "wave_height": waves
      case "wave_period": 4
      case "european_aqi": aqi
      default: 10
      }
    }
  }

  /// One of the services, by its path.
  package enum Service: String, Sendable, CaseIterable {
    case weather = "/v1/forecast"
    case marine = "/v1/marine"
    case air = "/v1/air-quality"
    case search = "/v1/search"
  }

  private struct State {
    var hour: @Sendable (Int64) -> Hour
    var replies: [Service: LoopbackServer.Reply] = [:]
    var calls: [Service: Int] = [:]
  }

  /// Midnight UTC at which answers begin, milliseconds since 1970.
  package let startMs: Int64
  private let state: SharedState
  private let server: LoopbackServer

  private final class SharedState: Sendable {
    let value: Mutex<State>
    init(_ state: State) { value = Mutex(state) }
  }

  /// A server for seven days.
  ///
  /// - Parameters:
  ///   - startMs: Any time of the first day in UTC, milliseconds since 1970.
  ///   - hour: The weather of the hour that starts then, milliseconds since 1970.
  package init(from startMs: Int64, hour: @escaping @Sendable (Int64) -> Hour = { _ in Hour() }) throws {
    let midnight = startMs - startMs % 86_400_000
    let state = SharedState(State(hour: hour))
    self.startMs = midnight
    self.state = state
    server = try LoopbackServer { request in
      guard let service = Service(rawValue: request.path) else { return .text("{}", status: 404) }
      let (reply, hour) = state.value.withLock { state in
        state.calls[service, default: 0] += 1
        return (state.replies[service], state.hour)
      }
      return reply ?? .text(FakeForecast.answer(service, midnight, hour))
    }
  }

  /// Its address.
  package var url: String { server.baseURL }

  /// The section of `config.toml` that leads to it.
  package var settings: String {
    "[forecast]\nurl = \"\(url)\"\nmarine_url = \"\(url)\"\nair_url = \"\(url)\"\ngeocoding_url = \"\(url)\"\n"
  }

  /// The number of calls that came for a service.
  package func calls(_ service: Service) -> Int { state.value.withLock { $0.calls[service] ?? 0 } }

  /// The number of all calls.
  package var calls: Int { state.value.withLock { $0.calls.values.reduce(0, +) } }

  /// Makes a service give that reply from now on; `nil` = its own.
  package func set(_ service: Service, to reply: LoopbackServer.Reply?) { state.value.withLock { $0.replies[service] = reply } }

  /// Makes up other weather from now on.
  package func set(_ hour: @escaping @Sendable (Int64) -> Hour) { state.value.withLock { $0.hour = hour } }

  private static func answer(_ service: Service, _ startMs: Int64, _ hour: (Int64) -> Hour) -> String {
    let (variables, units): ([String], [String]) =
      switch service {
      case .weather:
        (
          ["apparent_temperature", "wind_speed_10m", "wind_gusts_10m", "precipitation_probability", "precipitation", "uv_index"],
          ["°C", "km/h", "km/h", "%", "mm", ""]
        )
      case .marine: (["wave_height", "wave_period"], ["m", "s"])
      case .air: (["european_aqi", "pm10", "pm2_5"], ["EAQI", "μg/m³", "μg/m³"])
      case .search: ([], [])
      }
    if service == .search {
      return #"""
        {"results":[{"id":294801,"name":"Haifa","latitude":32.81841,"longitude":34.98918,"timezone":"Asia/Jerusalem","admin1":"Haifa",\#
        "country":"Israel","population":267300},{"id":1,"name":"Haifa","latitude":1,"longitude":2,"timezone":"UTC","country":"Elsewhere"}]}
        """#
    }
    let times = (0..<168).map { startMs + Int64($0) * 3_600_000 }
    let columns = variables.map { variable in
      "\"\(variable)\":[\(times.map { hour($0)[variable].map { "\($0)" } ?? "null" }.joined(separator: ","))]"
    }
    let unitTexts = zip(variables, units).map { "\"\($0)\":\"\($1)\"" }
    let days = (0..<7).map { Moment(ms: startMs + Int64($0) * 86_400_000, utcOffsetMin: 0).day.description }
    func list(_ clock: String) -> String { days.map { "\"\($0)\(clock)\"" }.joined(separator: ",") }
    let daily =
      service == .weather
      ? ",\"daily\":{\"time\":[\(list(""))],\"sunrise\":[\(list("T02:34"))],\"sunset\":[\(list("T16:40"))]}" : ""
    return """
      {"utc_offset_seconds":0,"timezone":"GMT","hourly_units":{\(unitTexts.joined(separator: ","))},\
      "hourly":{"time":[\(times.map { "\"\(iso($0))\"" }.joined(separator: ","))],\(columns.joined(separator: ","))}\(daily)}
      """
  }

  private static func iso(_ ms: Int64) -> String {
    let moment = Moment(ms: ms, utcOffsetMin: 0)
    return "\(moment.day)T\(moment.clock)"
  }
}
