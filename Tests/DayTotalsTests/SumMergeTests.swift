import TestSupport
import Testing

@testable import DayTotals

@Suite struct SumMergeTests {
  private func hours(
    _ from: Int, _ to: Int, _ value: Double, source: Int32 = 0, import number: Int64 = 1, guess: Bool = false, merged: Bool = false
  ) -> AggregateSpan {
    AggregateSpan(
      startMs: TestDays.at(from), endMs: TestDays.at(to), value: value, source: source, rank: source,
      recency: Recency(knownUntilMs: nil, importNumber: number), isGuess: guess, isMerged: merged)
  }

  @Test func nothingIsNotZero() {
    #expect(SumMerge([]).total == nil)
    #expect(SumMerge([hours(8, 9, 0)]).total == 0)
  }

  @Test func hoursOfOneSourceAddUp() { #expect(SumMerge([hours(9, 10, 300), hours(8, 9, 200)]).total == 500) }

  /// A day of 600 with hours of 500 inside adds the 100 that they lack, in the time they leave.
  @Test func aCoarseSumAddsWhatItExceedsFinerOnesBy() {
    let merge = SumMerge([hours(0, 24, 600), hours(8, 9, 200), hours(9, 10, 300)])
    #expect(merge.total == 600)
    let early = merge.pieces.filter { $0.startMs < TestDays.at(8) }
    let share: Double = 100 * 8 / 22
    #expect(early.map(\.value) == [share])
  }

  @Test func finerSumsThatSayMoreCount() {
    let merge = SumMerge([hours(0, 24, 400), hours(8, 9, 200), hours(9, 10, 300)])
    #expect(merge.total == 500)
    #expect(merge.parts[0]?.leftOut[0]?.value == 400)
  }

  @Test func whatDevicesCountedAtOneTimeIsTheBetterRanked() {
    #expect(SumMerge([hours(8, 10, 200, source: 0), hours(9, 11, 100, source: 1)]).total == 250)
  }

  @Test func aSumOfAllSourcesHoldsThoseOfOne() {
    #expect(SumMerge([hours(8, 9, 200, source: 0), hours(8, 9, 230, source: 1, merged: true)]).total == 230)
    #expect(SumMerge([hours(8, 9, 200, source: 0), hours(8, 9, 180, source: 1, merged: true)]).total == 200)
  }

  @Test func aGuessIsNothingBesideSamples() {
    let samples = [SumMerge.Piece(startMs: TestDays.at(8), endMs: TestDays.at(9), value: 100, source: 0)]
    #expect(SumMerge([hours(0, 24, 9000, guess: true)], over: samples).total == 100)
    #expect(SumMerge([hours(0, 24, 9000)], over: samples).total == 9000)
  }

  @Test func shareCountsOnlyAlone() {
    var share = hours(0, 24, 1000)
    share.isShare = true
    #expect(SumMerge([share]).total == 1000)
    #expect(SumMerge([share]).isShare)
    #expect(SumMerge([share, hours(8, 9, 5)]).total == 5)
  }

  /// Any spans in any order: never less than the finest, never more than all together, and the same whatever the order.
  @Test(arguments: 0..<40) func theOrderDecidesNothing(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let spans = (0..<Int.random(in: 1...8, using: &random)).map { _ in
      let from = Int.random(in: 0..<23, using: &random)
      return hours(
        from, Int.random(in: from + 1...24, using: &random), Double(Int.random(in: 0...500, using: &random)),
        source: Int32.random(in: 0...2, using: &random), merged: Bool.random(using: &random))
    }
    let total = SumMerge(spans).total ?? -1
    for _ in 0..<5 { #expect(abs((SumMerge(spans.shuffled(using: &random)).total ?? -1) - total) < 1e-6) }
    #expect(total <= spans.reduce(0) { $0 + $1.value } + 1e-6)
    #expect(total >= (spans.filter(\.isMerged).map(\.value).max() ?? 0) - 1e-6)
  }

  /// Each span in the one before, which makes the work quadratic: what is beyond it is the coarsest, counted and left out.
  @Test func nestedSumsAreBounded() {
    let spans = (0..<20_000).map { index in
      AggregateSpan(
        startMs: TestDays.at(12) - Int64(index), endMs: TestDays.at(12) + 1 + Int64(index), value: Double(index), source: 0, rank: 0,
        recency: Recency(knownUntilMs: nil, importNumber: 1))
    }
    let merge = SumMerge(spans.reversed(), mostWork: 100_000)
    #expect((19_000..<20_000).contains(merge.unmerged))
    #expect(merge.total == SumMerge(Array(spans.prefix(20_000 - merge.unmerged))).total)
    let value = spans.reduce(0) { $0 + $1.value }
    #expect((merge.parts[0]?.value ?? 0) + (merge.parts[0]?.leftOut[0]?.value ?? 0) <= value)
    #expect((merge.parts[0]?.leftOut[0]?.value ?? 0) >= spans.suffix(merge.unmerged).reduce(0) { $0 + $1.value })
    #expect(SumMerge(spans.prefix(100).map(\.self)).unmerged == 0)
  }

  /// A day of every second, minute and hour stays far below the bound.
  @Test func secondsAreAllMerged() {
    var spans: [AggregateSpan] = []
    for (seconds, count): (Int64, Int64) in [(1, 86_400), (60, 1440), (3600, 24)] {
      for index in 0..<count {
        let start = TestDays.at(0) + index * seconds * 1000
        spans.append(
          AggregateSpan(
            startMs: start, endMs: start + seconds * 1000, value: Double(seconds), source: 0, rank: 0,
            recency: Recency(knownUntilMs: nil, importNumber: 1)))
      }
    }
    let merge = SumMerge(spans, mostWork: 400_000)
    #expect(merge.unmerged == 0)
    #expect(merge.total == 86_400)
  }
}
