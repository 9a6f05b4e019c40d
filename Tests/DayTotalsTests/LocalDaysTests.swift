import HealthModel
import Testing

@testable import DayTotals

@Suite struct LocalDaysTests {
  /// 2026-03-29 01:00 UTC: Paris goes from +1 to +2. 2026-10-25 01:00 UTC: back.
  private let spring: Int64 = 1_774_746_000_000
  private let autumn: Int64 = 1_792_890_000_000

  private func lengths(_ days: LocalDays) -> [Double] {
    (0..<days.count).map { Double(days.span($0).upperBound - days.span($0).lowerBound) / 3_600_000 }
  }

  @Test func daysOfSummerTimeHave23And25Hours() throws {
    let march = LocalDays(
      from: try #require(Day("2026-03-28")), through: try #require(Day("2026-03-30")), offset: TestDays.zone(1, 2, changeMs: spring))
    #expect(lengths(march) == [24, 23, 24])
    #expect(march.startMs == 1_774_652_400_000)  // 2026-03-27 23:00 UTC
    let october = LocalDays(
      from: try #require(Day("2026-10-24")), through: try #require(Day("2026-10-26")), offset: TestDays.zone(2, 1, changeMs: autumn))
    #expect(lengths(october) == [24, 25, 24])
  }

  @Test func anInstantIsInOneDay() {
    let days = TestDays.utc(3)
    #expect(days.index(of: days.startMs) == 0)
    #expect(days.index(of: days.startMs - 1) == nil)
    #expect(days.index(of: days.borders[1] - 1) == 0)
    #expect(days.index(of: days.borders[1]) == 1)
    #expect(days.index(of: days.endMs - 1) == 2)
    #expect(days.index(of: days.endMs) == nil)
    #expect(days.day(of: days.endMs - 1) == days.last)
  }

  @Test func noDaysHaveNoInstants() throws {
    let day = try #require(Day("2026-03-01"))
    let days = LocalDays(from: day, through: day.adding(-1)) { _ in 0 }
    #expect(days.count == 0)
    #expect(days.index(of: days.startMs) == nil)
  }

  /// São Paulo, 2018-11-04: at 00:00 (03:00 UTC) the clocks went to 01:00.
  @Test func aMidnightThatIsJumpedOverBeginsTheDayLater() throws {
    let change: Int64 = 1_541_300_400_000
    let days = LocalDays(
      from: try #require(Day("2018-11-03")), through: try #require(Day("2018-11-05")), offset: TestDays.zone(-3, -2, changeMs: change))
    #expect(lengths(days) == [24, 23, 24])
    #expect(days.borders[1] == change)
  }

  /// São Paulo, 2018-02-18: at 00:00 (02:00 UTC) the clocks went back to 23:00 of the 17th.
  @Test func aMidnightThatIsPutOffEndsTheDayLater() throws {
    let change: Int64 = 1_518_919_200_000
    let days = LocalDays(
      from: try #require(Day("2018-02-17")), through: try #require(Day("2018-02-18")), offset: TestDays.zone(-2, -3, changeMs: change))
    #expect(lengths(days) == [25, 24])
  }

  /// Newfoundland until 2011: at 00:01 back to 23:01. The day has begun, and what follows is its own.
  @Test func aDayThatIsEnteredTwiceBeginsTheFirstTime() throws {
    let change: Int64 = 1_289_097_060_000  // 2010-11-07 02:31 UTC, -2:30 to -3:30
    let days = LocalDays(
      from: try #require(Day("2010-11-06")), through: try #require(Day("2010-11-07")), offset: TestDays.zone(-2.5, -3.5, changeMs: change))
    #expect(days.borders[1] == change - 60_000)
    #expect(lengths(days) == [24, 25])
  }

  /// Samoa went from -10 to +14 at the end of 2011-12-29: there was no 30th.
  @Test func aDayThatNeverWasHasNoLength() throws {
    let change: Int64 = 1_325_239_200_000  // 2011-12-30 10:00 UTC
    let days = LocalDays(
      from: try #require(Day("2011-12-29")), through: try #require(Day("2011-12-31")), offset: TestDays.zone(-10, 14, changeMs: change))
    #expect(lengths(days) == [24, 0, 24])
    #expect(days.day(of: change) == Day("2011-12-31"))
    #expect(days.day(of: change - 1) == Day("2011-12-29"))
  }
}
