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

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
