import HealthModel
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Forecast

/// The client over real libcurl against a server on loopback, with a clock that is moved by hand.
@Suite("G-FORECAST") struct OpenMeteoTests {
  let world: ForecastWorld

  init() throws { world = try ForecastWorld() }

  /// A server that plays an answer of the test for one part and good ones for the others.
  func server(_ part: ForecastPart, _ reply: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply) throws -> LoopbackServer
  {
    let clock = world.clock
    return try LoopbackServer { request in
      guard let name = FakeOpenMeteo.part(of: request.path) else { return .text("", status: 404) }
      return name == part.rawValue ? reply(request) : .text(FakeOpenMeteo().answer(name, nowMs: clock.nowMs))
    }
  }

  func calls(_ server: LoopbackServer, _ part: ForecastPart) -> Int {
    server.requests.count { FakeOpenMeteo.part(of: $0.path) == part.rawValue }
  }

  func hours(_ ms: Int64) { world.clock.advance(ms: ms * 3_600_000) }

  /// G-FORECAST-1, G-FORECAST-3
  @Test func theThreeRequestsAskForSevenDaysInUTC() async throws {
    let server = try FakeOpenMeteo.server(clock: world.clock)
    _ = try await world.client(server.baseURL).forecast(for: world.place)
    let place = "?latitude=32.08&longitude=34.77&hourly="
    #expect(
      Set(server.requests.map(\.target)) == [
        "/v1/forecast\(place)apparent_temperature,wind_speed_10m,wind_gusts_10m,precipitation_probability,precipitation,uv_index"
          + "&daily=sunrise,sunset&timezone=GMT&forecast_days=7",
        "/v1/marine\(place)wave_height,wave_period&timezone=GMT&forecast_days=7",
        "/v1/air-quality\(place)european_aqi,pm10,pm2_5&timezone=GMT&forecast_days=7",
      ])
    for request in server.requests {
      #expect(request.method == "GET")
      #expect(request.header("User-Agent") == "hsync/1.0 (test@example.org)")
      #expect(request.header("Accept-Encoding")?.contains("gzip") == true)
      #expect(request.header("If-None-Match") == nil)
    }
  }

  @Test func theAnswersAreJoinedAndKept() async throws {
    let server = try FakeOpenMeteo.server(clock: world.clock)
    let answer = try await world.client(server.baseURL).forecast(for: world.place)
    #expect(answer.words == ["updated", "updated", "updated"])
    #expect(answer.cacheError == nil)
    let forecast = try #require(answer.forecast)
    #expect(forecast.fetchedAtMs == ForecastWorld.startMs)
    #expect(forecast.sea == .coast)
    #expect(forecast.daylight.count == 7)
    let joined = forecast.hours(nowMs: ForecastWorld.startMs)
    #expect(joined.count == 168)
    for hour in joined {
      #expect(hour.waveM == FakeOpenMeteo.value("wave_height", hour.utcMs))
      #expect(hour.feelsC == FakeOpenMeteo.value("apparent_temperature", hour.utcMs))
      #expect(hour.aqiEu == FakeOpenMeteo.value("european_aqi", hour.utcMs))
    }
    server.stop()
    let kept = try await world.client(server.baseURL).forecast(for: world.place, refresh: .never)
    #expect(kept.words == ["offline", "offline", "offline"])
    #expect(kept.isOffline)
    #expect(kept.forecast == forecast)
  }

  @Test func aPartIsAskedForAgainAfterAnHour() async throws {
    let server = try FakeOpenMeteo.server(clock: world.clock)
    let client = world.client(server.baseURL)
    _ = try await client.forecast(for: world.place)
    world.clock.advance(ms: 3_599_999)
    #expect(try await client.forecast(for: world.place).words == ["recent", "recent", "recent"])
    #expect(server.requests.count == 3)
    world.clock.advance(ms: 1)
    #expect(try await client.forecast(for: world.place).words == ["updated", "updated", "updated"])
    #expect(server.requests.count == 6)
  }

  @Test func theUserMayAskAgainAfterAMinute() async throws {
    let server = try FakeOpenMeteo.server(clock: world.clock)
    let client = world.client(server.baseURL)
    _ = try await client.forecast(for: world.place)
    world.clock.advance(ms: 59_999)
    #expect(try await client.forecast(for: world.place, refresh: .now).words == ["recent", "recent", "recent"])
    world.clock.advance(ms: 1)
    #expect(try await client.forecast(for: world.place, refresh: .now).words == ["updated", "updated", "updated"])
  }

  @Test func aClockThatWasSetBackMakesAForecastDue() async throws {
    let server = try FakeOpenMeteo.server(clock: world.clock)
    let client = world.client(server.baseURL)
    _ = try await client.forecast(for: world.place)
    hours(-30)
    #expect(try await client.forecast(for: world.place).words == ["updated", "updated", "updated"])
  }

  /// An id, the reply, the words for the part, the number of calls.
  static let troubles: [(String, LoopbackServer.Reply, String, Int)] = [
    ("429", .text(FakeOpenMeteo.error("Minutely API request limit exceeded."), status: 429), "temporary", 1),
    ("500", .text("", status: 500), "temporary", 2),
    ("503 with a wait", .text("", status: 503, headers: [("Retry-After", "90")]), "temporary", 1),
    ("a page", .text("<html>sign in</html>", type: "text/html"), "temporary", 2),
    ("cut JSON", .text(#"{"hourly":{"time":["20"#), "temporary", 2),
    ("cut answer", .torn(.text(String(repeating: " ", count: 900)), afterBytes: 300), "temporary", 2),
    ("reset", .reset(afterBytes: 0), "temporary", 2),
    ("an error with 200", .text(FakeOpenMeteo.error("busy")), "temporary", 1), ("another form", .text("{}"), "temporary", 2),
    ("an error with 400", .text(FakeOpenMeteo.error("Cannot initialize"), status: 400), "refused", 1),
    ("403", .text("", status: 403), "refused", 1),
    ("elsewhere", .answer(status: 302, headers: [("Location", "https://elsewhere.example/")]), "temporary", 1),
    ("too large", .text(String(repeating: " ", count: 2 << 20)), "temporary", 1),
  ]

  @Test(arguments: troubles.indices, ForecastPart.allCases) func onePartsTroubleLeavesTheOthers(index: Int, part: ForecastPart) async throws
  {
    let (id, reply, word, count) = Self.troubles[index]
    let server = try server(part) { _ in reply }
    let client = world.client(server.baseURL)
    let answer = try await client.forecast(for: world.place)
    #expect(answer.words == ForecastPart.allCases.map { $0 == part ? word : "updated" }, "\(id)")
    #expect(calls(server, part) == count, "\(id)")
    #expect(answer.forecast?[part] == nil)
    #expect(answer.forecast?.hours(nowMs: world.clock.nowMs).count == 168)
    #expect(answer.forecast?.fetchedAtMs == ForecastWorld.startMs)
    #expect(!answer.isOffline)
    // The part is left alone for a minute at least, whatever the user asks for.
    world.clock.advance(ms: 59_999)
    let second = try await client.forecast(for: world.place, refresh: .now)
    #expect(second.words == ForecastPart.allCases.map { $0 == part ? "temporary" : "recent" }, "\(id)")
    #expect(calls(server, part) == count, "\(id)")
  }

  @Test func aSecondGoodAnswerIsTaken() async throws {
    let first = Mutex(true)
    let clock = world.clock
    let server = try server(.marine) { _ in
      let isFirst = first.withLock { first in
        defer { first = false }
        return first
      }
      return isFirst ? .text("", status: 502) : .text(FakeOpenMeteo().answer("marine", nowMs: clock.nowMs))
    }
    #expect(try await world.client(server.baseURL).forecast(for: world.place).words == ["updated", "updated", "updated"])
    #expect(calls(server, .marine) == 2)
    #expect(world.memory.budget.pausedUntilMs(.marine) == nil)
  }

  /// G-FORECAST-3
  @Test func theLastGoodAnswerStaysWithItsAge() async throws {
    let isBroken = Mutex(false)
    let clock = world.clock
    let server = try server(.weather) { _ in
      isBroken.withLock { $0 } ? .text("", status: 500) : .text(FakeOpenMeteo().answer("weather", nowMs: clock.nowMs))
    }
    let client = world.client(server.baseURL)
    let good = try await client.forecast(for: world.place)
    isBroken.withLock { $0 = true }
    hours(5)
    let answer = try await client.forecast(for: world.place)
    #expect(answer.words == ["temporary", "updated", "updated"])
    #expect(answer.forecast?[.weather] == good.forecast?[.weather])
    #expect(answer.forecast?.fetchedAtMs == ForecastWorld.startMs)
    #expect(answer.forecast?.seaAtMs == ForecastWorld.startMs + 5 * 3_600_000)
  }

  @Test func nothingListeningIsNoNetworkAndNotTheServicesTrouble() async throws {
    let server = try FakeOpenMeteo.server(clock: world.clock)
    let address = server.baseURL
    server.stop()
    let answer = try await world.client(address).forecast(for: world.place)
    #expect(answer.words == ["unreachable", "unreachable", "unreachable"])
    #expect(answer.isOffline && answer.forecast == nil)
    #expect(world.memory.budget.pausedUntilMs(.weather) == nil)
  }

  @Test func aSlowServiceIsAskedOnce() async throws {
    let server = try server(.air) { _ in .stalled() }
    let timeouts = Timeouts(connect: .seconds(5), stalled: .seconds(5), total: .seconds(2))
    let answer = try await world.client(server.baseURL, timeouts: timeouts).forecast(for: world.place)
    #expect(answer.words == ["updated", "updated", "temporary"])
    #expect(calls(server, .air) == 1)
  }

  @Test func anUnchangedAnswerIsConfirmedByItsValidators() async throws {
    let clock = world.clock
    let server = try server(.marine) { request in
      if request.header("If-None-Match") == "\"v1\"", request.header("If-Modified-Since") == "Mon, 01 Jun 2026 04:00:00 GMT" {
        return .answer(status: 304)
      }
      return .text(
        FakeOpenMeteo().answer("marine", nowMs: clock.nowMs),
        headers: [("ETag", "\"v1\""), ("Last-Modified", "Mon, 01 Jun 2026 04:00:00 GMT")])
    }
    let client = world.client(server.baseURL)
    let first = try await client.forecast(for: world.place)
    hours(2)
    let second = try await client.forecast(for: world.place)
    #expect(second.words == ["updated", "unchanged", "updated"])
    #expect(second.forecast?[.marine]?.hours == first.forecast?[.marine]?.hours)
    #expect(second.forecast?[.marine]?.fetchedAtMs == ForecastWorld.startMs + 7_200_000)
    #expect(second.forecast?.fetchedAtMs == ForecastWorld.startMs + 7_200_000)
    // Validators of another address mean nothing.
    let other = try FakeOpenMeteo.server(clock: world.clock)
    hours(2)
    #expect(try await world.client(other.baseURL).forecast(for: world.place).words == ["updated", "updated", "updated"])
    #expect(other.requests.allSatisfy { $0.header("If-None-Match") == nil })
  }

  @Test func a304WithoutAnEarlierAnswerIsTrouble() async throws {
    let server = try server(.marine) { _ in .answer(status: 304) }
    #expect(try await world.client(server.baseURL).forecast(for: world.place).words == ["updated", "temporary", "updated"])
  }

  @Test(arguments: [0, 1]) func aPlaceWithoutWavesLiesInland(form: Int) async throws {
    var dry = FakeOpenMeteo()
    dry.empty = ["wave_height", "wave_period"]
    let clock = world.clock
    let server = try server(.marine) { [dry] _ in
      form == 0
        ? .text(dry.answer("marine", nowMs: clock.nowMs))
        : .text(FakeOpenMeteo.error("No data is available for this location"), status: 400)
    }
    let client = world.client(server.baseURL)
    let answer = try await client.forecast(for: world.place)
    #expect(answer.words == ["updated", "updated", "updated"])
    #expect(answer.forecast?.sea == .inland)
    #expect(answer.forecast?.hours(nowMs: 0).allSatisfy { $0.waveM == nil } == true)
    #expect(calls(server, .marine) == 1)
    // It isn't asked for again before it is due, by another run either.
    #expect(try await world.client(server.baseURL).forecast(for: world.place).words == ["recent", "recent", "recent"])
  }

  @Test(arguments: [0, 1]) func aCoastDoesNotBecomeInland(form: Int) async throws {
    let isDry = Mutex(false)
    let clock = world.clock
    let server = try server(.marine) { _ in
      guard isDry.withLock({ $0 }) else { return .text(FakeOpenMeteo().answer("marine", nowMs: clock.nowMs)) }
      var dry = FakeOpenMeteo()
      dry.empty = ["wave_height", "wave_period"]
      return form == 0
        ? .text(dry.answer("marine", nowMs: clock.nowMs))
        : .text(FakeOpenMeteo.error("No data is available for this location"), status: 400)
    }
    let client = world.client(server.baseURL)
    _ = try await client.forecast(for: world.place)
    isDry.withLock { $0 = true }
    hours(1)
    let answer = try await client.forecast(for: world.place)
    #expect(answer.words == ["updated", form == 0 ? "temporary" : "refused", "updated"])
    #expect(answer.forecast?.sea == .coast)
  }

  @Test func weatherWithoutAnyValueIsTrouble() async throws {
    var empty = FakeOpenMeteo()
    empty.empty = ["apparent_temperature", "wind_speed_10m", "wind_gusts_10m", "precipitation_probability", "precipitation", "uv_index"]
    let clock = world.clock
    let server = try server(.weather) { [empty] _ in .text(empty.answer("weather", nowMs: clock.nowMs)) }
    #expect(try await world.client(server.baseURL).forecast(for: world.place).words == ["temporary", "updated", "updated"])
  }

  @Test func airThatCoversFiveDaysIsNotKnownForTheRest() async throws {
    var short = FakeOpenMeteo()
    short.days = 5
    let clock = world.clock
    let server = try server(.air) { [short] _ in .text(short.answer("air", nowMs: clock.nowMs)) }
    let forecast = try #require(try await world.client(server.baseURL).forecast(for: world.place).forecast)
    let joined = forecast.hours(nowMs: clock.nowMs)
    #expect(joined.count == 168)
    #expect(joined[120...].allSatisfy { $0.aqiEu == nil && $0.pm10 == nil })
    #expect(joined[..<120].contains { $0.aqiEu != nil })
  }

  @Test func unitsThatTheServiceChoosesAreConverted() async throws {
    var other = FakeOpenMeteo()
    other.units = ["wind_gusts_10m": ("m/s", 0.25), "precipitation": ("bucket", 1)]
    let clock = world.clock
    let server = try server(.weather) { [other] _ in .text(other.answer("weather", nowMs: clock.nowMs)) }
    let forecast = try #require(try await world.client(server.baseURL).forecast(for: world.place).forecast)
    for hour in forecast.hours(nowMs: clock.nowMs) {
      #expect(hour.gustMs == FakeOpenMeteo.value("wind_gusts_10m", hour.utcMs).map { $0 * 0.25 })
      #expect(hour.precipMm == nil)
    }
    #expect((forecast[.weather]?.oddities.unknownUnits ?? 0) > 100)
  }

  /// Midnight at the place comes before midnight in UTC: the hours between them are those of the day before.
  @Test func hoursOfTheLastDayStayWhenANewAnswerStartsLater() async throws {
    let server = try FakeOpenMeteo.server(clock: world.clock)
    let client = world.client(server.baseURL)
    _ = try await client.forecast(for: world.place)
    hours(24)
    let second = try #require(try await client.forecast(for: world.place).forecast)
    let first = ForecastWorld.startMs - 5 * 3_600_000
    #expect(second.hours(nowMs: world.clock.nowMs).map(\.utcMs) == (0..<192).map { first + Int64($0) * 3_600_000 })
    #expect(second.daylight.count == 8)
    // Two days later the oldest hours are gone.
    hours(48)
    let third = try #require(try await client.forecast(for: world.place).forecast)
    let oldest = try #require(third.hours(nowMs: world.clock.nowMs).first?.utcMs)
    #expect(oldest == world.clock.nowMs - 48 * 3_600_000)
  }

  @Test func aFullBudgetIsSaidAndTheForecastStays() async throws {
    let server = try FakeOpenMeteo.server(clock: world.clock)
    _ = try await world.client(server.baseURL).forecast(for: world.place)
    try world.memory.withBudget { budget in for _ in 0..<57 { _ = budget.reserve(.geocoding, at: ForecastWorld.startMs) } }
    // Twelve a minute, of which three were for the forecast.
    world.clock.advance(ms: 60_000)
    let server2 = try FakeOpenMeteo.server(clock: world.clock)
    let refreshed = try await world.client(server2.baseURL).forecast(for: world.place, refresh: .now)
    #expect(refreshed.words == ["limited", "limited", "limited"])
    #expect(refreshed.trouble(of: .air) == .limited(untilMs: ForecastWorld.startMs + 60_001))
    #expect(refreshed.forecast != nil)
    #expect(server2.requests.isEmpty)
  }

  @Test func aForecastThatCannotBeKeptIsStillAnswered() async throws {
    try world.folder.write([], to: "forecasts")
    let server = try FakeOpenMeteo.server(clock: world.clock)
    let answer = try await world.client(server.baseURL).forecast(for: world.place)
    #expect(answer.forecast?.hours(nowMs: world.clock.nowMs).count == 168)
    #expect(answer.cacheError?.code == .cache)
  }

  @Test func brokenMemoryAndBadAddressesAreErrors() async throws {
    let server = try FakeOpenMeteo.server(clock: world.clock)
    world.memory.breakDown()
    let error = await #expect(throws: ForecastError.self) { try await world.client(server.baseURL).forecast(for: world.place) }
    #expect(error == ForecastError(code: .memory, message: "the disk is full", hint: "make room", kind: .io))
    #expect(server.requests.isEmpty)
    let other = try ForecastWorld()
    let address = await #expect(throws: ForecastError.self) { try await other.client("http://example.org").forecast(for: other.place) }
    #expect(address?.code == .transport)
    #expect(address?.kind == .configuration)
  }
}
