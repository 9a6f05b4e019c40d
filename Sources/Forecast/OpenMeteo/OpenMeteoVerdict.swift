import HealthModel
import Transport

/// The meaning of an answer of Open-Meteo, or of the lack of one.
enum OpenMeteoVerdict: Sendable {
  /// The JSON of a successful answer.
  case answer(JSON)
  /// Nothing has changed since the last answer (304).
  case unchanged
  /// There is no data for the place.
  case noData
  /// The service can't be reached through the network.
  case unreachable(String)
  /// The service has an error. `isWorthRetry` says whether the same call may succeed at once.
  case trouble(String, demandMs: Int64?, isWorthRetry: Bool)
  /// It rejects the request, in its own words.
  case refused(String)

  /// Interprets a response.
  ///
  /// - Parameter noun: The service in words: "Open-Meteo's sea forecast".
  init(_ response: HTTPResponse, noun: String, nowMs: Int64) {
    let retryAfterMs = RetryAfter(of: response, nowMs: nowMs)?.delayMs
    let json = try? JSON(parsing: response.body, by: JSON.ReadingRules(maxValues: 100_000))
    let reason = json.flatMap { $0["error"].bool == true ? ForeignText.cleaned($0["reason"].string) ?? "no reason given" : nil }
    switch response.status {
    case 200:
      if let json, reason == nil {
        self = .answer(json)
      } else if let reason {
        self = .trouble("\(noun) has trouble (\(reason))", demandMs: retryAfterMs, isWorthRetry: false)
      } else {
        let isPage = response.body.first { $0 > 0x20 } == UInt8(ascii: "<")
        self = .trouble("\(noun) answered with \(isPage ? "a web page" : "a damaged answer")", demandMs: retryAfterMs, isWorthRetry: true)
      }
    case 304: self = .unchanged
    case 400 where reason?.lowercased().hasPrefix("no data is available for this location") == true: self = .noData
    case 429:
      let demand = max(retryAfterMs ?? 0, OpenMeteoVerdict.limitMs(reason, nowMs))
      self = .trouble("\(noun) got too many calls (429)", demandMs: demand, isWorthRetry: false)
    case 408, 425, 500...:
      self = .trouble("\(noun) has trouble (\(response.status))", demandMs: retryAfterMs, isWorthRetry: retryAfterMs == nil)
    default: self = .refused("\(noun) refuses the request (\(response.status)\(reason.map { ": \($0)" } ?? ""))")
    }
  }

  /// Interprets a failed request.
  ///
  /// - Throws: Errors that aren't caused by the service: cancelled, no libcurl, an unusable address.
  init(_ error: TransportError) throws(ForecastError) {
    switch error.code {
    case .resolve, .connect: self = .unreachable(error.message)
    // A connection that broke may work at once; a service that is too slow isn't asked twice.
    case .interrupted, .garbled: self = .trouble(error.message, demandMs: nil, isWorthRetry: true)
    case .timeout, .tooLarge, .redirectRefused, .tls, .certificateDate, .certificateHost, .certificateIssuer:
      self = .trouble(error.message, demandMs: nil, isWorthRetry: false)
    case .badURL, .badRequest, .cancelled, .libraryUnavailable: throw ForecastError(error)
    }
  }

  /// The wait until a limit of the service ends, in milliseconds. Its counters start anew each minute, each full hour and at midnight UTC, up
  /// to a minute late; it sends no `Retry-After`.
  private static func limitMs(_ reason: String?, _ nowMs: Int64) -> Int64 {
    let reason = reason?.lowercased() ?? ""
    let window: Int64 = reason.hasPrefix("daily") ? 86_400_000 : reason.hasPrefix("hourly") ? 3_600_000 : 0
    guard window > 0 else { return 60_000 }
    return window - nowMs % window + 60_000
  }
}
