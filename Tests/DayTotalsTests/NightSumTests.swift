import HealthModel
import Testing
import TestSupport

@testable import DayTotals

/// Nights that other programs summed up: never longer than the night, never more than its best account.
@Suite struct NightSumTests {
  private static let measures = ["core", "deep", "rem", "asleep", "awake", "total", "in_bed"]

  /// Parts of a night from hour to hour of 2026-03-01, in minutes.
  private func night(
    _ from: Int, _ to: Int, _ parts: [String: Double], source: Int32 = 0, known: Int64 = 0, merged: Bool = false
  ) -> [(String, AggregateSpan)] {
    parts.map { part, minutes in
      let span = AggregateSpan(
        startMs: TestDays.at(from), endMs: TestDays.at(to), value: minutes, source: source, rank: source,
        recency: Recency(knownUntilMs: known, importNumber: 1), isMerged: merged)
      return ("sleep_analysis.\(part)", span)
    }
  }

  private func counted(_ parts: [(String, AggregateSpan)], names: [[String?]] = [["a"], ["b"], ["c"]]) -> [NightSum] {
    NightSum.counted({ measure in parts.filter { $0.0 == measure }.map(\.1) }, names: { names[Int($0)] }).asleep
  }

  @Test func theLongerSpanIsTheWholeNight() {
    let whole = night(0, 8, ["core": 400])
    for part in [night(0, 4, ["core": 200]), night(4, 8, ["core": 200]), night(3, 9, ["core": 300])] {
      #expect(counted(whole + part).map(\.asleepMin) == [400])
      #expect(counted(part + whole).map(\.asleepMin) == [400])
    }
  }

  @Test func aBetterSourceCountsWhole() {
    #expect(counted(night(0, 8, ["asleep": 470], source: 1) + night(1, 8, ["core": 400])).map(\.asleepMin) == [400])
  }

  @Test func sourcesInAChainOfNamesAreOne() {
    let names: [[String?]] = [["a"], ["a", "b"], ["b"]]
    let parts = night(4, 8, ["core": 100]) + night(2, 8, ["core": 200], source: 1) + night(0, 8, ["core": 300], source: 2)
    #expect(counted(parts, names: names).map(\.asleepMin) == [300])
    #expect(counted(parts.reversed(), names: names).map(\.asleepMin) == [300])
  }

  /// Any parts: a night's minutes never exceed its span, nor the largest of what they are summed up to.
  @Test(arguments: 0..<200) func noNightIsMoreThanItsBestAccount(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var parts: [String: Double] = [:]
    for measure in Self.measures where Bool.random(using: &random) { parts[measure] = Double(Int.random(in: 1...600, using: &random)) }
    let to = Int.random(in: 1...9, using: &random)
    let isMerged = Bool.random(using: &random)
    let staged = ["core", "deep", "rem"].reduce(0) { $0 + (parts[$1] ?? 0) }
    let asleep = parts["asleep"] ?? 0
    let rest: Double = isMerged ? max(staged, asleep) : staged + asleep
    let best = max(rest, parts["total"] ?? 0)
    for night in counted(night(0, to, parts, merged: isMerged)) {
      #expect(night.asleepMin <= Double(to * 60) + 1e-6)
      #expect(night.asleepMin <= best + 1e-6)
      #expect(night.asleepMin + (night.minutes[.awake] ?? 0) <= Double(to * 60) + 1e-6)
      #expect(night.minutes.values.allSatisfy { $0 > 0 })
    }
  }
}
