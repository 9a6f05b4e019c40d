import HealthModel
import Testing

@Suite struct DayTests {
  @Test(arguments: [("1970-01-01", 0), ("2000-02-29", 11016), ("2026-02-10", 20494), ("1969-12-31", -1), ("0000-03-01", -719468)])
  func countsDaysSince1970(text: String, number: Int) throws {
    let day = try #require(Day(text))
    #expect(day.number == number)
    #expect(day.description == text)
  }

  @Test(arguments: ["2026-02-30", "2026-13-01", "2026-00-10", "2026-2-10", "26-02-10", "2026/02/10", "", "2026-02-1x", "１2026-02-1"])
  func refusesWhatIsNoDay(text: String) { #expect(Day(text) == nil) }

  @Test func everyDayOfFourCenturiesComesBack() throws {
    for number in stride(from: -146_097, through: 146_097, by: 1) {
      let day = Day(number: number)
      let (year, month, dayOfMonth) = day.civil
      try #require(Day(year: year, month: month, day: dayOfMonth) == day)
    }
  }

  @Test(arguments: [("2026-02-10", 2), ("1970-01-01", 4), ("1969-12-29", 1), ("2026-11-22", 7)])
  func weeksBeginOnMonday(text: String, weekday: Int) throws { #expect(try #require(Day(text)).weekday == weekday) }

  @Test(arguments: [
    (0, 0, "1970-01-01", "00:00", "1970-01-01T00:00:00+00:00"), (-1, 0, "1969-12-31", "23:59", "1969-12-31T23:59:59+00:00"),
    (1_770_721_380_000, 60, "2026-02-10", "12:03", "2026-02-10T12:03:00+01:00"),
    (1_770_780_600_000, -300, "2026-02-10", "22:30", "2026-02-10T22:30:00-05:00"),
    (1_770_759_000_000, 345, "2026-02-11", "03:15", "2026-02-11T03:15:00+05:45"),
  ])
  func momentsShowTheClockOnTheWall(ms: Int64, offset: Int, day: String, clock: String, iso: String) {
    let moment = Moment(ms: ms, utcOffsetMin: offset)
    #expect(moment.day.description == day)
    #expect(moment.clock == clock)
    #expect(moment.iso8601 == iso)
  }

  @Test(arguments: [
    ("03:59", "snack"), ("04:00", "breakfast"), ("11:00", "snack"), ("12:03", "lunch"), ("16:00", "snack"), ("19:00", "dinner"),
    ("23:30", "snack"),
  ])
  func mealsFollowTheClock(clock: String, slot: String) throws {
    let parts = clock.split(separator: ":").compactMap { Int64($0) }
    let moment = Moment(ms: (parts[0] * 60 + parts[1]) * 60_000, utcOffsetMin: 0)
    #expect(MealSlot(usualAt: moment).rawValue == slot)
  }
}
