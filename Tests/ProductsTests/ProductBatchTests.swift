import HealthModel
import TestSupport
import Testing
import Transport

@testable import Products

/// Many numbers at once, and the newer form of answers, over real libcurl against a server on loopback.
@Suite struct ProductBatchTests {
  private let memory = TestMemory()
  private let clock = ManualClock(ms: 1_800_000_000_000)

  private func client(_ server: LoopbackServer, isOffline: Bool = false) -> OpenFoodFacts {
    OpenFoodFacts(
      baseURL: server.baseURL, userAgent: "hsync/1.0 (test@example.org)", language: nil, isOffline: isOffline, memory: memory,
      transport: CurlTransport(), now: { [clock] in clock.nowMs })
  }

  private static func number(_ index: Int) -> GTIN { .test(9_520_000_100_000 + Int64(index)) }

  /// The numbers of a search.
  private static func codes(_ request: LoopbackServer.Request) -> [String] {
    let query = request.target.split(separator: "?").last ?? ""
    let code = query.split(separator: "&").first { $0.hasPrefix("code=") } ?? ""
    return code.dropFirst(5).split(separator: ",").map(String.init)
  }

  private static func product(_ code: String) -> String {
    #"{"code":"\#(code)","product_name":"Food \#(code)","nutriments":{"energy-kcal_100g":100}}"#
  }

  private static func searched(_ codes: [String]) -> LoopbackServer.Reply {
    .text(#"{"count":\#(codes.count),"page":1,"products":[\#(codes.map(product).joined(separator: ","))]}"#)
  }

  @Test func aBacklogIsResolvedByAHundredACall() async throws {
    let server = try LoopbackServer { request in
      if request.path == "/api/v2/search" { return Self.searched(Self.codes(request).filter { $0.last != "7" }) }
      return .text(#"{"code":"\#(request.path.split(separator: "/").last ?? "")","status":0}"#, status: 404)
    }
    let client = client(server)
    let numbers = (0..<250).map(Self.number)
    try memory.remember(RememberedAnswer(found: false, body: "{}", fetchedAtMs: clock.nowMs), for: Self.number(0))
    try await client.prepare(for: numbers + numbers)
    #expect(server.requests.map(\.path) == ["/api/v2/search", "/api/v2/search", "/api/v2/search"])
    let asked = server.requests.map(Self.codes)
    #expect(asked.map(\.count) == [100, 100, 49] && asked.flatMap(\.self) == numbers.dropFirst().map(\.description))
    let fields = try #require(server.requests.first?.target)
    #expect(fields.contains("&page_size=100") && fields.contains("&fields=code,lang,product_name,"))
    #expect(server.requests.first?.header("User-Agent") == "hsync/1.0 (test@example.org)")
    // Those that the search has need no request; one that it lacks isn't taken for unknown, but read.
    #expect(try await client.answer(for: Self.number(5)).name == "Food \(Self.number(5))")
    #expect(server.requests.count == 3)
    #expect(try await client.answer(for: Self.number(7)) == .notFound)
    #expect(server.requests.count == 4 && memory.answers.count == 226)
    try await client.prepare(for: [Self.number(5), Self.number(17)])
    #expect(server.requests.count == 4, "one number alone is read by itself")
  }

  @Test func tenSearchesAMinuteAndTheRestLater() async throws {
    let server = try LoopbackServer { Self.searched(Self.codes($0)) }
    try await client(server).prepare(for: (0..<1200).map(Self.number))
    #expect(server.requests.count == 10 && memory.answers.count == 1000)
    clock.advance(ms: 60_001)
    try await client(server).prepare(for: (0..<1200).map(Self.number))
    #expect(server.requests.count == 12 && memory.answers.count == 1200)
  }

  @Test func offlineAndWithoutNumbersNothingIsSent() async throws {
    let server = try LoopbackServer { Self.searched(Self.codes($0)) }
    try await client(server, isOffline: true).prepare(for: [Self.number(1), Self.number(2)])
    try await client(server).prepare(for: [])
    #expect(server.requests.isEmpty && memory.budget == RequestBudget())
  }

  /// A search in trouble is left alone; products are still read one by one, and nothing is remembered wrongly.
  @Test(arguments: [
    (503, "<html>busy"), (200, "<html>"), (200, "{}"), (200, #"{"products":{}}"#), (404, ""), (429, ""), (200, #"{"products":[{"code":"#),
  ])
  func aSearchInTroubleDoesNotStopReading(status: Int, body: String) async throws {
    let server = try LoopbackServer { request in
      if request.path == "/api/v2/search" { return .text(body, status: status) }
      let code = request.path.split(separator: "/").last.map(String.init) ?? ""
      return .text(#"{"code":"\#(code)","status":1,"product":\#(Self.product(code))}"#)
    }
    let client = client(server)
    for _ in 0..<2 { try await client.prepare(for: [Self.number(1), Self.number(2)]) }
    #expect(server.requests.count == 1 && memory.answers.isEmpty && memory.budget.searchNotBeforeMs > clock.nowMs)
    #expect(try await client.answer(for: Self.number(1)).name == "Food \(Self.number(1))")
    clock.advance(ms: 80_000)
    try await client.prepare(for: [Self.number(2), Self.number(3)])
    let searches = server.requests.filter { $0.path == "/api/v2/search" }
    #expect(searches.count == 2)
  }

  @Test func aBanStopsEverything() async throws {
    let server = try LoopbackServer { _ in .text("", status: 403) }
    try await client(server).prepare(for: [Self.number(1), Self.number(2)])
    guard case .unavailable(.temporary) = try await client(server).answer(for: Self.number(1)) else {
      Issue.record("it was asked")
      return
    }
    #expect(server.requests.count == 1)
  }

  /// Products of other numbers, twice the same, and without a number: each number gets its own answer or none.
  @Test func onlyWhatWasAskedIsRemembered() async throws {
    let first = Self.number(1).description
    let server = try LoopbackServer { _ in
      let products = [Self.product("9520000999999"), Self.product(first), #"{"code":"\#(first)","product_name":"Other"}"#, "{}", "7"]
      return .text(#"{"products":[\#(products.joined(separator: ","))]}"#)
    }
    try await client(server).prepare(for: [Self.number(1), Self.number(2)])
    #expect(memory.answers.keys.map(\.description) == [first])
    #expect(try await client(server).answer(for: Self.number(1)).name == "Food \(first)")
  }

  // MARK: Servings below 5 g

  private static let gum = GTIN.test(9_520_000_200_004)
  private static let bare = #"{"code":"9520000200004","status":1,"product":{"product_name":"Gum","serving_size":"1.4 g","nutriments":{}}}"#
  private static let full = """
    {"code":"9520000200004","status":"success","product":{"product_name":"Gum","serving_size":"1.4 g","nutrition":{"aggregated_set":\
    {"per":"100g","nutrients":{"energy-kcal":{"value":160,"unit":"kcal"},"carbohydrates":{"value":64,"unit":"g"}}}}}}
    """

  @Test func valuesOfASmallServingComeFromTheNewerForm() async throws {
    let server = try LoopbackServer { $0.path.hasPrefix("/api/v3.5/") ? .text(Self.full) : .text(Self.bare) }
    guard case .found(let product) = try await client(server).answer(for: Self.gum) else {
      Issue.record("not found")
      return
    }
    #expect(product.per100g?.energyKcal == 160 && product.per100g?.carbsG == 64)
    #expect(server.requests.map(\.path) == ["/api/v2/product/9520000200004", "/api/v3.5/product/9520000200004"])
    #expect(try await client(server).answer(for: Self.gum).found(in: .network) == .found(product).found(in: .network))
    #expect(server.requests.count == 2 && memory.budget.times.count == 2)
  }

  /// The newer form is asked once; where it can't help, the product stays as it is.
  @Test(arguments: [(404, "<html>", true), (404, #"{"status":"failure","result":{"id":"product_not_found"}}"#, true), (503, "", false)])
  func withoutTheNewerFormTheProductIsShownBare(status: Int, body: String, isRemembered: Bool) async throws {
    let server = try LoopbackServer { $0.path.hasPrefix("/api/v3.5/") ? .text(body, status: status) : .text(Self.bare) }
    let client = client(server)
    for _ in 0..<2 { #expect(try await client.answer(for: Self.gum).name == "Gum" || !isRemembered) }
    #expect(server.requests.count == 2 && memory.answers.isEmpty != isRemembered && (memory.budget.failures == 0) == isRemembered)
  }

  @Test func itWaitsForTheLimit() async throws {
    let server = try LoopbackServer { $0.path.hasPrefix("/api/v3.5/") ? .text(Self.full) : .text(Self.bare) }
    _ = try memory.withBudget { [clock] budget in for _ in 0..<14 { _ = budget.reserve(at: clock.nowMs) } }
    #expect(try await client(server).answer(for: Self.gum) == .unavailable(.limited(untilMs: clock.nowMs + 60_001)))
    #expect(memory.answers.isEmpty)
    clock.advance(ms: 60_001)
    #expect(try await client(server).answer(for: Self.gum).name == "Gum" && server.requests.count == 3)
  }

  /// Only small servings without values: a larger one, one that is marked as having none, and an unknown one aren't asked for twice.
  @Test(arguments: [#""serving_size":"30 g""#, #""serving_size":"1.4 g","no_nutrition_data":"on""#, #""brands":"B""#])
  func othersAreAskedForOnce(fields: String) async throws {
    let server = try LoopbackServer { _ in
      .text(#"{"code":"9520000200004","status":1,"product":{"product_name":"Gum",\#(fields),"nutriments":{}}}"#)
    }
    #expect(try await client(server).answer(for: Self.gum).name == "Gum" && server.requests.count == 1 && memory.answers.count == 1)
  }

  /// A search has the same gap: its product is read by itself.
  @Test func aSmallServingOfASearchIsReadByItself() async throws {
    let server = try LoopbackServer { request in
      if request.path == "/api/v2/search" {
        return .text(#"{"products":[{"code":"9520000200004","product_name":"Gum","serving_quantity":1.4}]}"#)
      }
      return request.path.hasPrefix("/api/v3.5/") ? .text(Self.full) : .text(Self.bare)
    }
    try await client(server).prepare(for: [Self.gum, Self.number(1)])
    #expect(memory.answers.isEmpty)
    #expect(try await client(server).answer(for: Self.gum).name == "Gum" && server.requests.count == 3)
  }
}

extension ProductAnswer {
  /// The name of the product; `nil` when there is none.
  fileprivate var name: String? { if case .found(let product) = self { product.name } else { nil } }
}
