import HealthModel
import Transport

/// The requests to Open-Meteo: values in, values out.
struct OpenMeteoRequests: Sendable {
  /// The addresses of the services.
  let addresses: ForecastAddresses
  /// The `User-Agent` of each request.
  let userAgent: String
  /// The limits of each request.
  let timeouts: Timeouts
  /// Whether plain http may leave this machine.
  let allowsInsecureHTTP: Bool

  /// The most bytes of an answer. Seven days of the weather have some 12 kB.
  static let maxResponseBytes = 1 << 20

  /// The limits of a call: 5 s to connect, 10 s stalled, 20 s in all.
  static let standardTimeouts = Timeouts(connect: .seconds(5), stalled: .seconds(10), total: .seconds(20))

  /// The request for a part of a place's forecast: seven days from today's midnight in UTC, with times in UTC.
  ///
  /// - Parameter earlier: The last answer. If it came from the same address and has validators, the request is conditional.
  func request(_ part: ForecastPart, for place: Place, earlier: PartForecast?) -> HTTPRequest {
    let variables = OpenMeteoColumn.of(part).map(\.variable).joined(separator: ",")
    let daily = part == .weather ? "&daily=sunrise,sunset" : ""
    let url =
      "\(addresses.address(of: part))?latitude=\(OpenMeteoRequests.coordinate(place.latitude))"
      + "&longitude=\(OpenMeteoRequests.coordinate(place.longitude))&hourly=\(variables)\(daily)&timezone=GMT&forecast_days=7"
    var request = request(url)
    if let earlier, earlier.url == url {
      if let tag = earlier.entityTag { request.headers.append(("If-None-Match", tag)) }
      if let date = earlier.lastModified { request.headers.append(("If-Modified-Since", date)) }
    }
    return request
  }

  /// The request for places with a name.
  ///
  /// - Parameters:
  ///   - name: At least two characters.
  ///   - language: Two lower-case letters, for the names in the answer.
  ///   - count: 1…100.
  func search(_ name: String, language: String, count: Int) -> HTTPRequest {
    request("\(addresses.searchAddress)?name=\(OpenMeteoRequests.escaped(name))&count=\(count)&language=\(language)&format=json")
  }

  /// One connection per call: libcurl repeats a request by itself when a kept connection turns out to be closed, past the budget.
  private func request(_ url: String) -> HTTPRequest {
    HTTPRequest(
      url: url, headers: [("User-Agent", userAgent), ("Accept", "application/json"), ("Connection", "close")], timeouts: timeouts,
      maxResponseBytes: OpenMeteoRequests.maxResponseBytes, redirectHosts: [ForecastAddresses.host(of: url)],
      allowsInsecureHTTP: allowsInsecureHTTP)
  }

  /// Three decimals, some 100 m: the models' cells have a kilometre and more, so the service needn't know the house.
  static func coordinate(_ degrees: Double) -> String {
    let thousandths = (degrees * 1000).rounded()
    return JSON(thousandths == 0 ? 0 : thousandths / 1000).text
  }

  /// Percent-encoded UTF-8 but for the unreserved characters of RFC 3986, 2.3.
  static func escaped(_ text: String) -> String {
    let hex = Array("0123456789ABCDEF")
    return text.utf8.reduce(into: "") { result, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += ["%", hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
  }
}
