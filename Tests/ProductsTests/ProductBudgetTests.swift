import HealthModel
import TestSupport
import Testing

@testable import Products

@Suite struct ProductBudgetTests {
  @Test func fifteenAMinuteAndThenOneByOne() {
    var budget = RequestBudget()
    for second in 0..<15 { #expect(budget.reserve(at: Int64(second) * 1000) == .go) }
    #expect(budget.reserve(at: 15_000) == .waitUntil(60_001))
    #expect(budget.reserve(at: 60_000) == .waitUntil(60_001))
    #expect(budget.reserve(at: 60_001) == .go)
    #expect(budget.reserve(at: 60_002) == .waitUntil(61_001))
  }

  /// Ten searches a minute, which are requests as well; their trouble is their own.
  @Test func searchesHaveALimitAndAPauseOfTheirOwn() throws {
    var budget = RequestBudget()
    for second in 0..<10 { #expect(budget.reserveSearch(at: Int64(second) * 1000) == .go) }
    #expect(budget.reserveSearch(at: 10_000) == .waitUntil(60_001))
    for _ in 0..<5 { #expect(budget.reserve(at: 10_000) == .go) }
    #expect(budget.reserve(at: 10_000) == .waitUntil(60_001))
    budget.searchFailed(at: 60_001, retryAfterMs: 120_000, jitter: 0)
    #expect(budget.reserveSearch(at: 180_000) == .waitUntil(180_001) && budget.reserve(at: 180_000) == .go)
    #expect(RequestBudget(json: try JSON(parsing: budget.json.text)) == budget)
    budget.failed(at: 180_001, retryAfterMs: nil, jitter: 0)
    #expect(budget.reserveSearch(at: 180_001) == .waitUntil(240_001))
    budget.succeeded()
    #expect(budget.reserveSearch(at: 180_002) == .go)
  }

  @Test func pausesDoubleUpToAQuarterOfAnHour() {
    var budget = RequestBudget()
    var pauses: [Int64] = []
    for _ in 0..<6 {
      budget.failed(at: 0, retryAfterMs: nil, jitter: 0)
      pauses.append(budget.notBeforeMs / 1000)
    }
    #expect(pauses == [60, 120, 240, 480, 900, 900])
    #expect(budget.reserve(at: 899_999) == .waitUntil(900_000))
    #expect(budget.reserve(at: 900_000) == .go)
    budget.succeeded()
    budget.failed(at: 1_000_000, retryAfterMs: nil, jitter: 1)
    #expect(budget.notBeforeMs == 1_075_000)
  }

  @Test(
    arguments: [(nil, 60_000), (0, 60_000), (30_000, 60_000), (90_000, 90_000), (-5, 60_000), (.max, 6 * 3_600_000)] as [(Int64?, Int64)])
  func retryAfterIsHonouredUpToSixHours(retryAfterMs: Int64?, notBefore: Int64) {
    var budget = RequestBudget()
    budget.failed(at: 0, retryAfterMs: retryAfterMs, jitter: 0)
    #expect(budget.notBeforeMs == notBefore)
  }

  @Test func aLongerPauseIsNotShortenedByALaterFailure() {
    var budget = RequestBudget()
    budget.failed(at: 0, retryAfterMs: 3_600_000, jitter: 0)
    budget.failed(at: 1000, retryAfterMs: nil, jitter: 0)
    #expect(budget.notBeforeMs == 3_600_000)
  }

  @Test func clockSetBackBlocksNoLongerThanAWindow() {
    var budget = RequestBudget()
    for _ in 0..<15 { #expect(budget.reserve(at: 1_000_000_000) == .go) }
    #expect(budget.reserve(at: 5000) == .waitUntil(65_001))
    budget.failed(at: 1_000_000_000, retryAfterMs: nil, jitter: 0)
    // Six hours later.
    #expect(budget.reserve(at: 5000) == .waitUntil(21_605_000))
  }

  @Test func jsonKeepsEverythingAndJunkIsNothing() throws {
    var budget = RequestBudget()
    for ms in 1...20 { _ = budget.reserve(at: Int64(ms) * 10_000) }
    budget.failed(at: 300_000, retryAfterMs: nil, jitter: 0.5)
    #expect(RequestBudget(json: try JSON(parsing: budget.json.text)) == budget)
    for junk in ["null", "[]", "7", #"{"times":"x","not_before_ms":-1,"failures":-2}"#, #"{"times":[null,-1,{}]}"#] {
      #expect(RequestBudget(json: try JSON(parsing: junk)) == RequestBudget(), "\(junk)")
    }
  }

  /// Whatever the schedule of wishes, trouble and restarts: no 16 requests within any 60 s.
  @Test(arguments: 0..<12) func neverMoreThanFifteenInAnyWindow(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var budget = RequestBudget()
    var now: Int64 = 0
    var sent: [Int64] = []
    for _ in 0..<2000 {
      // Bursts, pauses, and waits to the very millisecond that was named.
      now += [0, 1, 50, 3999, 4000, 30_000, 59_999, 60_000][Int.random(in: 0..<8, using: &generator)]
      switch budget.reserve(at: now) {
      case .go: sent.append(now)
      case .waitUntil(let ms):
        #expect(ms > now)
        if Bool.random(using: &generator) { now = ms }
      }
      switch Int.random(in: 0..<60, using: &generator) {
      case 0: budget.failed(at: now, retryAfterMs: Int64.random(in: 0..<100_000, using: &generator), jitter: 0.3)
      case 1: budget.succeeded()
      case 2: budget = RequestBudget(json: try JSON(parsing: budget.json.text))
      default: break
      }
    }
    #expect(sent.count > 100)
    for (first, sixteenth) in zip(sent, sent.dropFirst(15)) { #expect(sixteenth - first > 60_000) }
  }
}
