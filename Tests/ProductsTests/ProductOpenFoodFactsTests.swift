import HealthModel
import TestSupport
import Testing
import Transport

@testable import Products

/// The client over real libcurl against a server on loopback, with a clock that is moved by hand.
@Suite struct ProductOpenFoodFactsTests {
  static let found = #"{"code":"9520000000004","status":1,"product":{"product_name":"Oat bar","nutriments":{"energy-kcal_100g":412}}}"#
  static let missing = #"{"code":"9520000000004","status":0,"status_verbose":"product not found"}"#
  static let day: Int64 = 86_400_000

  let gtin = GTIN.test(9_520_000_000_004)
  let memory = TestMemory()
  let clock = ManualClock(ms: 1_800_000_000_000)

  func client(_ server: LoopbackServer, language: String? = nil, isOffline: Bool = false) -> OpenFoodFacts {
    OpenFoodFacts(
      baseURL: server.baseURL + "/", userAgent: "hsync/1.0 (test@example.org)", language: language, isOffline: isOffline, memory: memory,
      transport: CurlTransport(), now: { [clock] in clock.nowMs })
  }

  /// A name if the product is found, else the answer's kind.
  func say(_ answer: ProductAnswer) -> String {
    switch answer {
    case .found(let product): product.name
    case .notFound: "not found"
    case .unavailable(.offline): "offline"
    case .unavailable(.limited): "limited"
    case .unavailable(.temporary): "temporary"
    case .unavailable(.refused): "refused"
    }
  }

  @Test func requestNamesUsAndTheFields() async throws {
    let server = try LoopbackServer { _ in .text(Self.found) }
    #expect(say(try await client(server, language: "FR").answer(for: gtin)) == "Oat bar")
    let request = try #require(server.requests.first)
    #expect(request.method == "GET")
    #expect(request.path == "/api/v2/product/9520000000004")
    #expect(request.header("User-Agent") == "hsync/1.0 (test@example.org)")
    let fields = try #require(request.target.split(separator: "=").last).split(separator: ",")
    #expect(Set(["code", "product_name", "product_name_en", "product_name_fr", "nutriments", "serving_size", "rev"]).isSubset(of: fields))
  }

  @Test func languageThatIsNoneStaysOutOfTheAddress() async throws {
    let server = try LoopbackServer { _ in .text(Self.missing, status: 404) }
    _ = try await client(server, language: "fr&x=").answer(for: gtin)
    #expect(server.requests.first?.target.contains("&") == false)
  }

  @Test func foundIsFreshForThirtyDaysAndNotFoundForSeven() async throws {
    for (body, status, days) in [(Self.found, 200, Int64(30)), (Self.missing, 404, 7), (Self.missing, 200, 7)] {
      let server = try LoopbackServer { _ in .text(body, status: status) }
      let memory = TestMemory()
      let clock = ManualClock(ms: 1_800_000_000_000)
      let client = OpenFoodFacts(
        baseURL: server.baseURL, userAgent: "t", language: nil, isOffline: false, memory: memory, transport: CurlTransport(),
        now: { clock.nowMs })
      let first = try await client.answer(for: gtin)
      clock.advance(ms: days * Self.day - 1)
      #expect(try await client.answer(for: gtin) == first.found(in: .cache))
      #expect(server.requests.count == 1)
      clock.advance(ms: 1)
      #expect(try await client.answer(for: gtin) == first)
      #expect(server.requests.count == 2)
    }
  }

  @Test(arguments: [
    ("429", 429, "slow down", "temporary"), ("503 page", 503, "<html>busy", "temporary"),
    ("page with 200", 200, "<!DOCTYPE html>", "temporary"),
    ("page with 404", 404, "<html>", "temporary"), ("truncated", 200, #"{"code":"95200000"#, "temporary"), ("empty", 200, "", "temporary"),
    ("another product", 200, #"{"code":"9520000000011","status":1,"product":{"product_name":"X"}}"#, "temporary"),
    ("unknown form", 200, #"{"hello":1}"#, "temporary"), ("banned", 403, "", "refused"), ("gone", 410, "", "refused"),
  ]) func troubleIsNeverRemembered(id: String, status: Int, body: String, expected: String) async throws {
    let server = try LoopbackServer { _ in .text(body, status: status) }
    #expect(say(try await client(server).answer(for: gtin)) == expected, "\(id)")
    #expect(memory.answers.isEmpty, "\(id)")
  }

  @Test func tornAnswersAndDeadServersAreTemporary() async throws {
    let server = try LoopbackServer { _ in .torn(.text(Self.found), afterBytes: 100) }
    #expect(say(try await client(server).answer(for: gtin)) == "temporary")
    #expect(memory.budget.failures == 1)
    server.stop()
    clock.advance(ms: Self.day)
    guard case .unavailable(.temporary(let sentence, let retryAt)) = try await client(server).answer(for: gtin) else {
      Issue.record("not temporary")
      return
    }
    #expect(sentence == "no connection to 127.0.0.1:\(server.port)")
    #expect(retryAt == nil, "an unreachable network isn't the service's trouble")
    #expect(memory.answers.isEmpty)
  }

  @Test func serviceInTroubleIsLeftAloneThenAskedAgain() async throws {
    let server = try LoopbackServer { _ in .text("busy", status: 503, headers: [("Retry-After", "600")]) }
    let client = client(server)
    let start = clock.nowMs
    let expected = LookupTrouble.temporary(sentence: "Open Food Facts has trouble (503)", retryAtMs: start + 600_000)
    #expect(try await client.answer(for: gtin) == .unavailable(expected))
    clock.advance(ms: 599_999)
    guard case .unavailable(.temporary(_, let retryAt)) = try await client.answer(for: gtin) else {
      Issue.record("not temporary")
      return
    }
    #expect(retryAt == start + 600_000)
    #expect(server.requests.count == 1)
    clock.advance(ms: 1)
    _ = try await client.answer(for: gtin)
    #expect(server.requests.count == 2)
  }

  @Test func staleProductIsServedInTroubleButStaleNotFoundIsNot() async throws {
    let good = try LoopbackServer { _ in .text(Self.found) }
    _ = try await client(good).answer(for: gtin)
    clock.advance(ms: 400 * Self.day)
    let bad = try LoopbackServer { _ in .text("", status: 503) }
    #expect(say(try await client(bad).answer(for: gtin)) == "Oat bar")
    #expect(say(try await client(bad).answer(for: gtin)) == "Oat bar", "paused")
    #expect(bad.requests.count == 1)
    #expect(say(try await client(good, isOffline: true).answer(for: gtin)) == "Oat bar", "offline")
    let other = GTIN.test(9_520_000_000_011)
    try memory.remember(RememberedAnswer(found: false, body: "{}", fetchedAtMs: clock.nowMs - 8 * Self.day), for: other)
    #expect(say(try await client(bad).answer(for: other)) == "temporary")
    #expect(say(try await client(bad, isOffline: true).answer(for: other)) == "offline")
  }

  @Test func offlineSendsNothing() async throws {
    let server = try LoopbackServer { _ in .text(Self.found) }
    #expect(say(try await client(server, isOffline: true).answer(for: gtin)) == "offline")
    #expect(server.requests.isEmpty)
    #expect(memory.budget == RequestBudget())
  }

  @Test func shopsOwnNumbersAreAskedForAndDoubted() async throws {
    let server = try LoopbackServer { request in
      let code = request.path.split(separator: "/").last ?? ""
      return .text(#"{"code":"\#(code)","status":1,"product":{"product_name":"Ketchup","nutriments":{"energy-kcal_100g":107}}}"#)
    }
    for number: Int64 in [2_112_345_678_900, 200_000_000_004, 29_520_176] {
      guard case .found(let product) = try await client(server).answer(for: .test(number)) else {
        Issue.record("\(number)")
        continue
      }
      #expect(product.doubts.contains(.inStoreNumber))
    }
    #expect(server.requests.map(\.path) == ["2112345678900", "0200000000004", "29520176"].map { "/api/v2/product/" + $0 })
  }

  @Test func anotherKindOfProductIsNoTroubleOfTheService() async throws {
    let server = try LoopbackServer { _ in
      .text(#"{"status":"failure","result":{"id":"product_found_with_a_different_product_type"}}"#, status: 404)
    }
    #expect(say(try await client(server).answer(for: gtin)) == "not found")
    #expect(memory.budget.failures == 0)
    _ = try await client(server).answer(for: .test(9_520_000_000_011))
    #expect(server.requests.count == 2)
  }

  @Test func sixteenthRequestOfAMinuteWaits() async throws {
    let server = try LoopbackServer { request in
      .text(#"{"code":"\#(request.path.split(separator: "/").last ?? "")","status":0}"#, status: 404)
    }
    let client = client(server)
    let start = clock.nowMs
    for index in 0..<15 { #expect(say(try await client.answer(for: .test(9_520_000_001_000 + Int64(index)))) == "not found") }
    #expect(try await client.answer(for: gtin) == .unavailable(.limited(untilMs: start + 60_001)))
    #expect(server.requests.count == 15)
    clock.advance(ms: 60_001)
    #expect(say(try await client.answer(for: gtin)) == "not found")
  }

  @Test func redirectsWithinTheHostAreFollowedAndOthersAreTrouble() async throws {
    let server = try LoopbackServer { request in
      request.path == "/moved" ? .text(Self.found) : .answer(status: 302, headers: [("Location", "/moved")])
    }
    #expect(say(try await client(server).answer(for: gtin)) == "Oat bar")
    let elsewhere = try LoopbackServer { _ in .answer(status: 302, headers: [("Location", "https://elsewhere.example/")]) }
    #expect(say(try await client(elsewhere).answer(for: .test(9_520_000_000_011))) == "temporary")
  }

  @Test func brokenMemoryIsAnErrorOfItsOwnKind() async throws {
    let server = try LoopbackServer { _ in .text(Self.found) }
    memory.breakDown()
    let error = await #expect(throws: ProductError.self) { try await client(server).answer(for: gtin) }
    #expect(error == ProductError(code: .memory, message: "the disk is full", hint: "make room", kind: .io))
  }

  @Test func badAddressIsAnErrorAndNotTrouble() async throws {
    let client = OpenFoodFacts(
      baseURL: "http://off.example.org", userAgent: "t", language: nil, isOffline: false, memory: memory, transport: CurlTransport(),
      now: { 0 })
    let error = await #expect(throws: ProductError.self) { try await client.answer(for: gtin) }
    #expect(error?.kind == .configuration)
  }

  @Test func memoryThatCannotBeReadIsAskedAnew() async throws {
    try memory.remember(RememberedAnswer(found: true, body: "{torn", fetchedAtMs: clock.nowMs), for: gtin)
    let server = try LoopbackServer { _ in .text(Self.found) }
    #expect(say(try await client(server).answer(for: gtin)) == "Oat bar")
    #expect(memory.answers[gtin]?.body == Self.found)
  }

  @Test func answerFromAClockThatWasAheadIsNotFreshForEver() async throws {
    try memory.remember(RememberedAnswer(found: false, body: "{}", fetchedAtMs: clock.nowMs + 1000 * Self.day), for: gtin)
    let server = try LoopbackServer { _ in .text(Self.found) }
    #expect(say(try await client(server).answer(for: gtin)) == "Oat bar")
  }
}
