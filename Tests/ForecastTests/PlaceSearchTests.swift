import HealthModel
import TestSupport
import Testing

@testable import Forecast

@Suite struct PlaceSearchTests {
  let world: ForecastWorld

  init() throws { world = try ForecastWorld() }

  /// Two results of the documented form, and some that can't be used: fields that are empty aren't sent.
  static let found = """
    {"results":[{"id":294801,"name":"Haifa","latitude":32.81841,"longitude":34.9885,"elevation":40.0,"feature_code":"PPLA",\
    "country_code":"IL","admin1_id":294800,"timezone":"Asia/Jerusalem","population":267300,"country":"Israel","admin1":"Haifa"},\
    {"id":1,"name":"Haifa\\u202e","latitude":-1,"longitude":2,"timezone":"Africa/Libreville"},\
    {"id":2,"name":"Nowhere","latitude":91,"longitude":0,"timezone":"UTC"},{"id":3,"name":"","latitude":1,"longitude":1,"timezone":"UTC"},\
    {"id":4,"name":"X","latitude":"1","longitude":1,"timezone":"UTC"},{"id":5,"name":"X","latitude":1,"longitude":1,\
    "timezone":"../../etc"},null,7],"generationtime_ms":0.7}
    """

  func places(_ server: LoopbackServer, _ name: String, language: String = "en", count: Int = 10) async throws -> [FoundPlace] {
    guard case .places(let places) = try await world.client(server.baseURL).places(named: name, language: language, count: count) else {
      Issue.record("trouble")
      return []
    }
    return places
  }

  @Test func placesAreFoundByName() async throws {
    let server = try LoopbackServer { _ in .text(Self.found) }
    let places = try await places(server, "Haifa")
    #expect(places.map(\.description) == ["Haifa, Haifa, Israel", "Haifa"])
    #expect(places[0].population == 267_300)
    let place = try places[0].place(id: Place.id(of: places[0].name))
    #expect(place.json.text == #"{"id":"haifa","name":"Haifa","latitude":32.81841,"longitude":34.9885,"zone":"Asia/Jerusalem"}"#)
  }

  @Test(arguments: [
    ("Haifa", "en", 10, "/v1/search?name=Haifa&count=10&language=en&format=json"),
    (" São  Paulo&x=1 ", "PT", 3, "/v1/search?name=S%C3%A3o%20Paulo%26x%3D1&count=3&language=pt&format=json"),
    ("תל", "he_IL", 1000, "/v1/search?name=%D7%AA%D7%9C&count=100&language=en&format=json"),
    ("a-b.c_d~", "e&", -4, "/v1/search?name=a-b.c_d~&count=1&language=en&format=json"),
  ]) func theNameIsEscaped(name: String, language: String, count: Int, target: String) async throws {
    let server = try LoopbackServer { _ in .text("{}") }
    #expect(try await places(server, name, language: language, count: count).isEmpty)
    #expect(server.requests.map(\.target) == [target])
  }

  @Test(arguments: ["", "a", "  a ", String(repeating: "a", count: 101), "\u{1B}\u{7}"]) func namesAreChecked(name: String) async throws {
    let server = try LoopbackServer { _ in .text("{}") }
    let error = await #expect(throws: ForecastError.self) { try await world.client(server.baseURL).places(named: name) }
    #expect(error?.code == .badName)
    #expect(error?.kind == .usage)
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [
    (429, #"{"error":true,"reason":"Hourly API request limit exceeded."}"#, "temporary", 1), (500, "", "temporary", 2),
    (200, "<html>", "temporary", 2),
    (200, "[]", "temporary", 2), (400, #"{"error":true,"reason":"Parameter count must be between 1 and 100."}"#, "refused", 1),
  ]) func troubleIsSaid(status: Int, body: String, word: String, count: Int) async throws {
    let server = try LoopbackServer { _ in .text(body, status: status) }
    guard case .trouble(let trouble) = try await world.client(server.baseURL).places(named: "Haifa") else {
      Issue.record("found")
      return
    }
    #expect(PartOutcome.trouble(trouble).word == word)
    #expect(server.requests.count == count)
    // Forecasts aren't affected.
    #expect(world.memory.budget.pausedUntilMs(.weather) == nil)
  }
}
