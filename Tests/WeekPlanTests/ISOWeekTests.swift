import HealthModel
import Testing
import WeekPlan

@Suite struct ISOWeekTests {
  /// By Python's `date.isocalendar()`.
  @Test(arguments: [
    ("2026-02-10", "2026-W07", "2026-02-09"), ("2025-12-29", "2026-W01", "2025-12-29"), ("2026-01-01", "2026-W01", "2025-12-29"),
    ("2021-01-03", "2020-W53", "2020-12-28"), ("2021-01-04", "2021-W01", "2021-01-04"), ("2005-01-01", "2004-W53", "2004-12-27"),
    ("2024-12-30", "2025-W01", "2024-12-30"), ("2026-12-31", "2026-W53", "2026-12-28"), ("0001-01-01", "0001-W01", "0001-01-01"),
    ("9999-12-31", "9999-W52", "9999-12-27"), ("1970-01-01", "1970-W01", "1969-12-29"),
  ])
  func aDayIsInItsWeek(day: String, name: String, monday: String) throws {
    let week = ISOWeek(of: try #require(Day(day)))
    #expect(week.description == name)
    #expect(week.monday.description == monday)
    #expect(week.sunday == week.days.last && week.days.count == 7 && week.days.map(\.weekday) == Array(1...7))
    #expect(ISOWeek(name) == week)
    #expect(try week.contains(#require(Day(day))) && !week.contains(week.monday.adding(-1)) && !week.contains(week.sunday.adding(1)))
    #expect(week.adding(1).adding(-1) == week && week.adding(-60) < week)
    #expect("\(week.year)" == String(Int(name.prefix(4)) ?? 0) && week.number == Int(name.suffix(2)))
  }

  @Test(arguments: [
    "", "2026-W00", "2026-W54", "2025-W53", "2026-W7", "2026W07", "2026-w07", "2026-W07 ", "26-W07", "2026-02-10", "２026-W07",
  ])
  func anythingElseIsNoWeek(text: String) { #expect(ISOWeek(text) == nil) }
}
