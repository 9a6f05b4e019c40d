import HealthModel
import Synchronization
import TestSupport
import Testing
import Transport

@testable import Products

/// A day with a service that is overloaded, bans and breaks off, by a clock that is moved by hand: the limit holds over all processes, nothing
/// wrong is remembered, and every number has its answer in the end.
@Suite struct ProductStormTests {
  /// The service: what it answers depends on the hour.
  private final class Service: Transport {
    private let clock: ManualClock
    private let state: Mutex<(generator: SeededGenerator, timesMs: [Int64], searchesMs: [Int64])>

    init(clock: ManualClock, seed: UInt64) {
      self.clock = clock
      state = Mutex((SeededGenerator(seed: seed), [], []))
    }

    var timesMs: [Int64] { state.withLock(\.timesMs) }
    var searchesMs: [Int64] { state.withLock(\.searchesMs) }

    /// Products with an even number exist.
    static func has(_ gtin: GTIN) -> Bool { gtin.number / 10 % 2 == 0 }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      let nowMs = clock.nowMs
      let isSearch = request.url.contains("/api/v2/search?")
      let dice = state.withLock { state in
        state.timesMs.append(nowMs)
        if isSearch { state.searchesMs.append(nowMs) }
        return Int.random(in: 0..<100, using: &state.generator)
      }
      // An answer takes its time.
      clock.advance(ms: Int64(20 + dice * 5))
      let hour = nowMs / 3_600_000 % 24
      switch hour {
      // Storms: most answers are the page of an overloaded server, some with a wish, some are broken off.
      case 1..<5, 9..<12, 18..<21:
        if dice < 70 { return answer("<html><h1>Page temporarily unavailable</h1></html>", 503) }
        if dice < 80 { return answer("", 429, [("Retry-After", "\(30 + dice * 10)")]) }
        if dice < 90 { throw TransportError(code: .timeout, message: "the server didn't answer in time") }
        if dice < 95 { return answer(#"{"code":"95200"#, 200) }
      // A ban of the address.
      case 13 where dice < 95: return answer("<html>banned</html>", 403)
      default: break
      }
      if isSearch {
        // It lags behind: a tenth of its products is missing.
        let codes = request.url.split(separator: "=").dropFirst().first?.prefix { $0 != "&" }.split(separator: ",") ?? []
        let gtins = codes.compactMap { GTIN(digits: String($0)) }.filter { Service.has($0) && $0.number / 10 % 10 != 8 }
        let products = gtins.map { #"{"code":"\#($0)","product_name":"Food \#($0)","nutriments":{"energy-kcal_100g":100}}"# }
        return answer(#"{"count":\#(products.count),"products":[\#(products.joined(separator: ","))]}"#, 200)
      }
      let code = request.url.split(separator: "/").last?.prefix { $0.isNumber } ?? ""
      guard let gtin = GTIN(digits: code) else { return answer("{}", 400) }
      if !Service.has(gtin) { return answer(#"{"code":"\#(gtin)","status":0,"status_verbose":"product not found"}"#, 404) }
      return answer(
        #"{"code":"\#(gtin)","status":1,"product":{"product_name":"Food \#(gtin)","nutriments":{"energy-kcal_100g":100}}}"#, 200)
    }

    private func answer(_ body: String, _ status: Int, _ headers: [(name: String, value: String)] = []) -> HTTPResponse {
      HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func aDayOfStorms(seed: UInt64) async throws {
    let clock = ManualClock(ms: 1_800_000_000_000 / 86_400_000 * 86_400_000)
    let startMs = clock.nowMs
    let service = Service(clock: clock, seed: seed)
    let memory = TestMemory()
    // Three processes with one library.
    let clients = (0..<3).map { _ in
      OpenFoodFacts(
        baseURL: "http://127.0.0.1:1", userAgent: "hsync/1.0 (test@example.org)", language: nil, isOffline: false, memory: memory,
        transport: service, now: { clock.nowMs })
    }
    var generator = SeededGenerator(seed: seed + 100)
    var waiting: [GTIN] = []
    var answers: [GTIN: Bool] = [:]
    var scanned = 0
    while clock.nowMs - startMs < 24 * 3_600_000 {
      // Some scans at once now and then, until an hour before midnight.
      if clock.nowMs - startMs < 23 * 3_600_000, Int.random(in: 0..<12, using: &generator) == 0 {
        for _ in 0..<Int.random(in: 1...40, using: &generator) {
          waiting.append(GTIN.test(952_000_000_000 * 10 + Int64(scanned) * 10))
          scanned += 1
        }
      }
      // Each process tries all that waits, as `pending resolve` does: all at once, then one by one.
      try await #require(clients.randomElement(using: &generator)).prepare(for: waiting)
      for gtin in waiting {
        let client = try #require(clients.randomElement(using: &generator))
        switch try await client.answer(for: gtin) {
        case .found(let product):
          #expect(product.name == "Food \(gtin)" && Service.has(gtin))
          answers[gtin] = true
        case .notFound:
          #expect(!Service.has(gtin))
          answers[gtin] = false
        case .unavailable: break
        }
      }
      waiting.removeAll { answers[$0] != nil }
      clock.advance(ms: Int64.random(in: 1000...90_000, using: &generator))
    }
    let times = service.timesMs
    for (index, time) in times.enumerated() where index >= 15 { #expect(time - times[index - 15] > 60_000, "16 reads within 60 s") }
    let searches = service.searchesMs
    #expect(searches.count > 20)
    for (index, time) in searches.enumerated() where index >= 10 {
      #expect(time - searches[index - 10] > 60_000, "11 searches within 60 s")
    }
    #expect(waiting.isEmpty && answers.count == scanned && scanned > 300, "\(waiting.count) of \(scanned) wait")
    #expect(memory.answers.allSatisfy { $0.value.found == Service.has($0.key) && answers[$0.key] != nil })
    #expect(times.count < scanned * 3, "\(times.count) reads for \(scanned) numbers")
  }
}
