import HealthModel
import TestSupport
import Testing

@testable import Forecast

@Suite struct CallBudgetTests {
  @Test func thirteenthCallOfAMinuteWaits() {
    var budget = CallBudget()
    for second in 0..<12 { #expect(budget.reserve(.weather, at: Int64(second) * 1000) == .go) }
    #expect(budget.reserve(.marine, at: 12_000) == .waitUntil(60_001))
    #expect(budget.reserve(.air, at: 60_000) == .waitUntil(60_001))
    #expect(budget.reserve(.air, at: 60_001) == .go)
    #expect(budget.reserve(.air, at: 60_002) == .waitUntil(61_001))
  }

  @Test func sixtyFirstCallOfAnHourWaits() {
    var budget = CallBudget()
    for index in 0..<60 { #expect(budget.reserve(.weather, at: Int64(index) * 10_000) == .go) }
    #expect(budget.reserve(.weather, at: 1_000_000) == .waitUntil(3_600_001))
    #expect(budget.reserve(.weather, at: 3_600_001) == .go)
  }

  @Test func pausesDoubleUpToAQuarterOfAnHourForOneServiceAlone() {
    var budget = CallBudget()
    var pauses: [Int64] = []
    for _ in 0..<6 {
      budget.failed(.marine, at: 0, demandMs: nil, jitter: 0)
      pauses.append((budget.pausedUntilMs(.marine) ?? 0) / 1000)
    }
    #expect(pauses == [60, 120, 240, 480, 900, 900])
    #expect(budget.reserve(.marine, at: 899_999) == .pausedUntil(900_000))
    #expect(budget.reserve(.weather, at: 0) == .go)
    #expect(budget.reserve(.marine, at: 900_000) == .go)
    budget.succeeded(.marine)
    #expect(budget.pausedUntilMs(.marine) == nil)
    budget.failed(.marine, at: 1_000_000, demandMs: nil, jitter: 1)
    #expect(budget.pausedUntilMs(.marine) == 1_075_000)
  }

  @Test(
    arguments: [(nil, 60_000), (0, 60_000), (30_000, 60_000), (90_000, 90_000), (-5, 60_000), (.max, 25 * 3_600_000)] as [(Int64?, Int64)])
  func demandsAreHonouredUpToADay(demandMs: Int64?, notBefore: Int64) {
    var budget = CallBudget()
    budget.failed(.air, at: 0, demandMs: demandMs, jitter: 0)
    #expect(budget.pausedUntilMs(.air) == notBefore)
  }

  @Test func clockSetBackBlocksNoLongerThanAWindow() {
    var budget = CallBudget()
    for _ in 0..<12 { #expect(budget.reserve(.weather, at: 1_000_000_000) == .go) }
    #expect(budget.reserve(.weather, at: 5000) == .waitUntil(65_001))
    budget.failed(.weather, at: 1_000_000_000, demandMs: nil, jitter: 0)
    // 25 hours later.
    #expect(budget.reserve(.weather, at: 5000) == .pausedUntil(90_005_000))
  }

  @Test func jsonKeepsEverythingAndJunkIsNothing() throws {
    var budget = CallBudget()
    for ms in 1...80 { _ = budget.reserve(.weather, at: Int64(ms) * 100_000) }
    budget.failed(.marine, at: 300_000, demandMs: nil, jitter: 0.5)
    budget.failed(.geocoding, at: 300_000, demandMs: 5_000_000, jitter: 0.5)
    #expect(CallBudget(json: try JSON(parsing: budget.json.text)) == budget)
    for junk in [
      "null", "[]", "7", #"{"times":"x","pauses":[]}"#, #"{"times":[null,-1,{}],"pauses":{"marine":{"not_before_ms":-1}}}"#,
      #"{"times":[9223372036854775807],"pauses":{"moon":{"not_before_ms":5}}}"#,
    ] {
      #expect(CallBudget(json: try JSON(parsing: junk)) == CallBudget(), "\(junk)")
    }
  }

  /// Whatever the schedule of wishes, trouble and restarts: no 13 calls within 60 s, no 61 within an hour, none in a pause.
  @Test(arguments: 0..<8) func neverMoreThanTheLimits(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var budget = CallBudget()
    var now: Int64 = 0
    var sent: [Int64] = []
    for _ in 0..<2000 {
      now += [0, 1, 50, 4000, 5000, 30_000, 59_999, 60_000][Int.random(in: 0..<8, using: &generator)]
      let target = CallTarget.allCases[Int.random(in: 0..<4, using: &generator)]
      switch budget.reserve(target, at: now) {
      case .go:
        #expect(now >= budget.pausedUntilMs(target) ?? 0)
        sent.append(now)
      case .waitUntil(let ms), .pausedUntil(let ms):
        #expect(ms > now)
        if Bool.random(using: &generator) { now = ms }
      }
      switch Int.random(in: 0..<60, using: &generator) {
      case 0: budget.failed(target, at: now, demandMs: Int64.random(in: 0..<100_000, using: &generator), jitter: 0.3)
      case 1: budget.succeeded(target)
      case 2: budget = CallBudget(json: try JSON(parsing: budget.json.text))
      default: break
      }
    }
    #expect(sent.count > 100)
    for (first, last) in zip(sent, sent.dropFirst(12)) { #expect(last - first > 60_000) }
    for (first, last) in zip(sent, sent.dropFirst(60)) { #expect(last - first > 3_600_000) }
  }
}
