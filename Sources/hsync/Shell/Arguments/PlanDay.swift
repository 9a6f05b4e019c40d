import ArgumentParser
import HealthModel
import WeekPlan

/// A day of the plan on the command line: `mon` … `sunday`, `today`, `tomorrow`, `yesterday`, `+2`, `-1` or `2026-02-10`.
struct PlanDay: ExpressibleByArgument {
  private let text: String

  init?(argument: String) {
    text = argument
    guard (try? PlanWords.day(argument, in: ISOWeek(of: Day(number: 0)), today: Day(number: 0))) != nil else { return nil }
  }

  /// Whether it is a weekday's name, which means another day in another week.
  var isWeekday: Bool { text.first?.isLetter == true && !["today", "tomorrow", "yesterday"].contains(text.lowercased()) }

  /// The day that is meant. A weekday is that of `week`; the others don't depend on it.
  func day(in week: ISOWeek, today: Day) throws -> Day { try PlanWords.day(text, in: week, today: today) }
}
