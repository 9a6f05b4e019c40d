import HealthModel
import WeekPlan

/// Days and weeks of the plan in English, as titles of changes and pages have them.
package enum PlanDates {
  /// `Mon` … `Sun`.
  package static func weekday(_ day: Day) -> String { weekdays[day.weekday - 1] }

  /// `27 Nov`; with its year unless that is the year of `today`.
  package static func date(_ day: Day, beside today: Day) -> String {
    let (year, month, number) = day.civil
    return "\(number) \(months[month - 1])" + (year == today.civil.year ? "" : " \(year)")
  }

  /// `Fri 27 Nov`; with its year unless that is the year of `today`.
  package static func day(_ day: Day, beside today: Day) -> String { "\(weekday(day)) \(date(day, beside: today))" }

  /// `23–29 Nov 2026`, `30 Nov – 6 Dec 2026`, `28 Dec 2026 – 3 Jan 2027`: Monday to Sunday.
  package static func span(of week: ISOWeek) -> String {
    let (first, last) = (week.monday, week.sunday)
    let end = "\(last.civil.day) \(months[last.civil.month - 1]) \(last.civil.year)"
    if first.civil.month == last.civil.month { return "\(first.civil.day)–\(end)" }
    return "\(date(first, beside: last)) – \(end)"
  }

  /// `Jan` … `Dec`.
  package static func month(_ day: Day) -> String { months[day.civil.month - 1] }

  /// `Tuesday, 10 February`; with the year, `Tuesday, 10 February 2026`.
  package static func inFull(_ day: Day, withYear: Bool = false) -> String {
    let date = "\(fullWeekdays[day.weekday - 1]), \(day.civil.day) \(fullMonths[day.civil.month - 1])"
    return withYear ? "\(date) \(day.civil.year)" : date
  }

  private static let fullWeekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
  private static let fullMonths = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
  ]
  private static let weekdays = fullWeekdays.map { String($0.prefix(3)) }
  private static let months = fullMonths.map { String($0.prefix(3)) }
}
