import HealthModel
import Testing
import Transport

@testable import Forecast

@Suite struct OpenMeteoVerdictTests {
  /// 2026-06-01 05:10:00 UTC.
  static let nowMs = ForecastWorld.startMs + 600_000

  func words(_ status: Int, _ body: String, _ headers: [(String, String)] = []) -> String {
    let response = HTTPResponse(status: status, headers: headers.map { (name: $0.0, value: $0.1) }, body: Array(body.utf8))
    switch OpenMeteoVerdict(response, noun: "it", nowMs: Self.nowMs) {
    case .answer: return "answer"
    case .unchanged: return "unchanged"
    case .noData: return "no data"
    case .unreachable(let sentence): return "unreachable: \(sentence)"
    case .trouble(let sentence, let demandMs, let isWorthRetry): return "\(sentence) \(demandMs ?? 0) \(isWorthRetry)"
    case .refused(let sentence): return "refused: \(sentence)"
    }
  }

  @Test(arguments: [
    (200, #"{"hourly":{}}"#, "answer"), (304, "", "unchanged"),
    (200, #"{"error":true,"reason":"Model is updating"}"#, "it has trouble (Model is updating) 0 false"),
    (200, #"{"error":true}"#, "it has trouble (no reason given) 0 false"), (200, "  <!DOCTYPE html>", "it answered with a web page 0 true"),
    (200, #"{"hourly":{"time":["2026"#, "it answered with a damaged answer 0 true"), (200, "", "it answered with a damaged answer 0 true"),
    (400, #"{"error":true,"reason":"No data is available for this location"}"#, "no data"),
    (
      400, #"{"error":true,"reason":"Parameter 'latitude' must be in range of -90 to 90."}"#,
      "refused: it refuses the request (400: Parameter 'latitude' must be in range of -90 to 90.)"
    ),
    (400, "<html>", "refused: it refuses the request (400)"), (403, "", "refused: it refuses the request (403)"),
    (404, #"{"error":true,"reason":"Not Found"}"#, "refused: it refuses the request (404: Not Found)"),
    (500, "<html>", "it has trouble (500) 0 true"), (502, "", "it has trouble (502) 0 true"),
    (429, "", "it got too many calls (429) 60000 false"),
    (
      429, #"{"error":true,"reason":"Minutely API request limit exceeded. Please try again in one minute."}"#,
      "it got too many calls (429) 60000 false"
    ),
    // 50 minutes to the full hour, and one more.
    (
      429, #"{"error":true,"reason":"Hourly API request limit exceeded. Please try again in the next hour."}"#,
      "it got too many calls (429) 3060000 false"
    ),
    // 18 h 50 min to midnight UTC, and a minute.
    (
      429, #"{"error":true,"reason":"Daily API request limit exceeded. Please try again tomorrow."}"#,
      "it got too many calls (429) 67860000 false"
    ),
    (429, #"{"error":true,"reason":"Too many concurrent requests"}"#, "it got too many calls (429) 60000 false"),
  ]) func answersHaveTheirMeaning(status: Int, body: String, meaning: String) { #expect(words(status, body) == meaning) }

  @Test func retryAfterIsADemand() {
    #expect(words(429, "", [("Retry-After", "600")]) == "it got too many calls (429) 600000 false")
    #expect(words(503, "", [("Retry-After", "30")]) == "it has trouble (503) 30000 false")
  }

  @Test func aReasonIsCleaned() {
    #expect(words(400, #"{"error":true,"reason":"a\u001b[31m\nb"}"#) == "refused: it refuses the request (400: a[31m b)")
  }

  @Test func addressesHaveTheirPathOnce() {
    let bare = ForecastAddresses(weather: "http://a/", marine: "http://b//", air: "http://c:8080", geocoding: "http://d/x")
    #expect(
      ForecastPart.allCases.map { bare.address(of: $0) } == ["http://a/v1/forecast", "http://b/v1/marine", "http://c:8080/v1/air-quality"])
    #expect(bare.searchAddress == "http://d/x/v1/search")
    let whole = ForecastAddresses(
      weather: "http://a/v1/forecast", marine: "http://b/v1/marine/", air: "http://c/v1/air-quality", geocoding: "http://d/v1/search")
    #expect(
      ForecastPart.allCases.map { whole.address(of: $0) } == ["http://a/v1/forecast", "http://b/v1/marine", "http://c/v1/air-quality"])
    #expect(whole.searchAddress == "http://d/v1/search")
    #expect(ForecastAddresses.host(of: "https://API.open-meteo.com:443/v1") == "api.open-meteo.com")
    #expect(ForecastAddresses.standard.address(of: .marine) == "https://marine-api.open-meteo.com/v1/marine")
  }
}
