import Testing

@testable import DayTotals

@Suite struct ReadingsTests {
  @Test func noReadingsAreNothing() {
    let none = Readings()
    #expect(none.mean == nil && none.evenMean == nil && none.least == nil && none.most == nil)
  }

  /// Two readings at rest, 60 and 62, and sixty in five minutes of running, 150: the plain mean is 147, the day's is 90.67.
  @Test func manyReadingsInAShortTimeDontDrownTheRest() throws {
    var readings = Readings()
    readings.add(60, atMs: TestDays.at(8, 1))
    readings.add(62, atMs: TestDays.at(8, 6))
    for second in 0..<60 { readings.add(150, atMs: TestDays.at(8, 10, second * 5)) }
    #expect(readings.count == 62)
    let evenMean: Double = (60 + 62 + 150) / 3
    #expect(readings.evenMean == evenMean)
    #expect(try #require(readings.mean) > 147)
    #expect(readings.least == 60 && readings.most == 150)
  }

  @Test func theLatestReadingCountsThenTheBestRanked() {
    let early = LatestReading(atMs: 1, value: 50, source: 0, rank: 0)
    let late = LatestReading(atMs: 2, value: 60, source: 1, rank: 1)
    let lateFromBetter = LatestReading(atMs: 2, value: 55, source: 0, rank: 0)
    #expect(late.isLater(than: early) && !early.isLater(than: late))
    #expect(lateFromBetter.isLater(than: late) && !late.isLater(than: lateFromBetter))
    #expect(!late.isLater(than: late))
  }

  @Test func eachInstantOfSeveralSamplesCountsOnce() {
    let days = TestDays.utc(2)
    // 23:30–23:50 and 23:40–00:10: 30 minutes before midnight, 10 after.
    let spans = [TestDays.at(23, 30)..<TestDays.at(23, 50), TestDays.at(23, 40)..<TestDays.at(24, 10)]
    #expect(CoveredTime.ms(spans, on: days) == [1_800_000, 600_000])
    #expect(CoveredTime.ms(spans) == 2_400_000)
    #expect(CoveredTime.ms([Range<Int64>](), on: days) == [nil, nil])
  }
}
