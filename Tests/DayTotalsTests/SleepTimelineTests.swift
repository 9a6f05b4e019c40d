import HealthModel
import Testing
import TestSupport

@testable import DayTotals

@Suite struct SleepTimelineTests {
  /// Minutes after midnight of 2026-03-01 UTC; source and rank are the same number here.
  private func sample(_ from: Int, _ to: Int, _ stage: SleepStage, _ source: Int32 = 0, precedence: Int64 = 0) -> SleepSample {
    SleepSample(
      startMs: TestDays.at(0, from), endMs: TestDays.at(0, to), stage: stage, source: source, rank: source, precedence: precedence)
  }

  private func minutes(_ session: SleepSession) -> [Int] {
    [session.asleepMs, session.ms(.core), session.ms(.deep), session.ms(.rem), session.ms(.asleep), session.ms(.awake), session.inBedMs]
      .map { Int($0 / 60_000) }
  }

  @Test func aNightOfThreeSourcesIsOneSession() throws {
    // Watch 23:10–01:00 core, 01:00–01:10 awake, 01:10–06:00 deep; phone in bed 22:50–06:40; an app asleep 23:00–06:30.
    let sessions = SleepTimeline.sessions([
      sample(1390, 1500, .core), sample(1500, 1510, .awake), sample(1510, 1800, .deep), sample(1370, 1840, .inBed, 1),
      sample(1380, 1830, .asleep, 2),
    ])
    let night = try #require(sessions.first)
    #expect(sessions.count == 1)
    #expect(night.startMs == TestDays.at(22, 50))
    #expect(night.endMs == TestDays.at(30, 40))
    // The app has 23:00–23:10 and 06:00–06:30, when the watch says nothing; the ten minutes awake are the watch's.
    #expect(minutes(night) == [440, 110, 290, 0, 40, 10, 470])
    #expect(night.source == 0)
  }

  @Test func anAfternoonNapIsItsOwnSession() {
    let sessions = SleepTimeline.sessions([sample(30, 420, .core), sample(840, 880, .core)])
    #expect(sessions.map(minutes) == [[390, 390, 0, 0, 0, 0, 0], [40, 40, 0, 0, 0, 0, 0]])
    #expect(sessions.map(\.endMs) == [TestDays.at(7), TestDays.at(14, 40)])
  }

  @Test(arguments: [(179, 1), (180, 2), (181, 2)]) func lessThanThreeHoursApartIsOneSession(gap: Int, count: Int) {
    #expect(SleepTimeline.sessions([sample(0, 60, .core), sample(60 + gap, 300 + gap, .rem)]).count == count)
  }

  @Test func inBedJoinsAndExtendsButIsNoSleep() {
    let sessions = SleepTimeline.sessions([sample(0, 60, .core), sample(50, 300, .inBed, 1), sample(310, 360, .core)])
    #expect(sessions.map(minutes) == [[110, 110, 0, 0, 0, 0, 250]])
    let bedOnly = SleepTimeline.sessions([sample(0, 400, .inBed, 1)])
    #expect(bedOnly.map(minutes) == [[0, 0, 0, 0, 0, 0, 400]])
    #expect(bedOnly.map(\.hasStages) == [false])
    #expect(bedOnly.map(\.source) == [1])
  }

  @Test func aBetterRankedAwakeBeatsSleep() {
    #expect(
      SleepTimeline.sessions([sample(0, 60, .awake), sample(0, 120, .asleep, 1)]).map(minutes) == [[60, 0, 0, 0, 60, 60, 0]])
  }

  @Test func overlapInOneSourceGoesToTheEarlierSample() {
    #expect(SleepTimeline.sessions([sample(30, 90, .deep), sample(0, 60, .core)]).map(minutes) == [[90, 60, 30, 0, 0, 0, 0]])
    // Same start: the shorter first; same span: core before deep before REM before asleep before awake.
    #expect(SleepTimeline.sessions([sample(0, 60, .core), sample(0, 30, .rem)]).map(minutes) == [[60, 30, 0, 30, 0, 0, 0]])
    #expect(SleepTimeline.sessions([sample(0, 60, .awake), sample(0, 60, .rem)]).map(minutes) == [[60, 0, 0, 60, 0, 0, 0]])
  }

  @Test(
    arguments: [
      ("asleep around its stages", [(0, 420, .asleep), (0, 120, .core), (120, 180, .deep)], [420, 120, 60, 0, 240, 0]),
      ("three levels", [(0, 420, .asleep), (60, 240, .core), (120, 150, .deep)], [420, 150, 30, 0, 240, 0]),
      ("awake within asleep", [(0, 420, .asleep), (200, 230, .awake)], [390, 0, 0, 0, 390, 30]),
      ("asleep within awake", [(0, 420, .awake), (200, 230, .asleep)], [30, 0, 0, 0, 30, 390]),
      ("one that begins with the other", [(0, 420, .core), (0, 60, .rem)], [420, 360, 0, 60, 0, 0]),
      ("one that ends with the other", [(0, 420, .core), (360, 420, .rem)], [420, 360, 0, 60, 0, 0]),
      ("a part in common", [(0, 120, .core), (60, 180, .deep)], [180, 120, 60, 0, 0, 0]),
      ("the same span", [(0, 120, .asleep), (0, 120, .deep)], [120, 0, 120, 0, 0, 0]),
      ("nested in both of two that overlap", [(0, 120, .core), (60, 180, .deep), (80, 100, .awake)], [160, 100, 60, 0, 0, 20]),
    ] as [(String, [(Int, Int, SleepStage)], [Int])])
  func theInnerOfNestedSamplesDecides(id: String, spans: [(Int, Int, SleepStage)], expected: [Int]) {
    let samples = spans.map { sample($0.0, $0.1, $0.2) }
    for order in [samples, samples.reversed()] {
      #expect(SleepTimeline.sessions(order).map { Array(minutes($0).prefix(6)) } == [expected], "\(id)")
    }
  }

  @Test func overlapInAnAppGoesToTheLaterWritten() {
    let sessions = SleepTimeline.sessions([sample(0, 65, .asleep, precedence: 1), sample(0, 138, .core, precedence: 2)])
    #expect(sessions.map(minutes) == [[138, 138, 0, 0, 0, 0, 0]])
  }

  @Test func aSampleWithoutLengthSaysNothing() {
    #expect(SleepTimeline.sessions([sample(0, 0, .core)]).isEmpty)
    #expect(SleepTimeline.sessions([]).isEmpty)
  }

  @Test(arguments: 0..<40) func randomNightsComeToWhatPaintingSays(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let stages: [SleepStage] = [.inBed, .asleep, .awake, .core, .deep, .rem]
    let samples = (0..<Int.random(in: 1...50, using: &random)).map { _ in
      let start = Int.random(in: 0..<2000, using: &random)
      return sample(
        start, start + Int.random(in: 1...150, using: &random), stages[Int.random(in: 0...5, using: &random)],
        Int32.random(in: 0...2, using: &random))
    }
    let sessions = SleepTimeline.sessions(samples)
    // Each minute belongs to the best ranked sample that covers it; among those of one source to the one that ends first,
    // then to the one that began last.
    var wanted: [SleepStage: Int] = [:]
    var asleep = 0
    let sorted = samples.sorted(by: SleepSample.comesBefore)
    for minute in 0..<2200 {
      let at = TestDays.at(0, minute)
      let open = sorted.filter { $0.startMs <= at && at < $0.endMs }
      if open.contains(where: { $0.stage == .inBed }) { wanted[.inBed, default: 0] += 1 }
      var best: SleepSample?
      for sample in open where sample.stage != .inBed {
        guard let other = best else {
          best = sample
          continue
        }
        if (sample.rank, sample.endMs, -sample.startMs) < (other.rank, other.endMs, -other.startMs) { best = sample }
      }
      if let stage = best?.stage { wanted[stage, default: 0] += 1 }
      if best?.stage.isSleep == true { asleep += 1 }
    }
    for stage in stages {
      #expect(sessions.reduce(0) { $0 + Int($1.ms(stage) / 60_000) } == wanted[stage, default: 0], "\(stage), seed \(seed)")
    }
    #expect(sessions.reduce(0) { $0 + Int($1.asleepMs / 60_000) } == asleep, "seed \(seed)")
    for (a, b) in zip(sessions, sessions.dropFirst()) { #expect(b.startMs - a.endMs >= SleepTimeline.gapMs) }
  }
}
