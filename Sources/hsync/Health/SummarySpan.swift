import ArgumentParser
import HealthModel
import WeekPlan

/// `--by week|month`: how many days make a line of `hsync summary`.
enum SummarySpan: String, CaseIterable, ExpressibleByArgument {
  case week, month

  /// The first day that is shown unless another is asked for: of twelve weeks, or twelve months, with the last.
  func firstDay(before last: Day) -> Day {
    switch self {
    case .week: return ISOWeek(of: last).adding(-11).monday
    case .month:
      let (year, month, _) = last.civil
      return (month == 12 ? Day(year: year, month: 1, day: 1) : Day(year: year - 1, month: month + 1, day: 1)) ?? last
    }
  }

  /// The week or month that a day is in: `2026-W07`, `2026-02`.
  func name(of day: Day) -> String {
    switch self {
    case .week: ISOWeek(of: day).description
    case .month: String(day.description.prefix(7))
    }
  }

  /// The days of the week or month that a day is in.
  func days(around day: Day) -> ClosedRange<Day> {
    switch self {
    case .week: return ISOWeek(of: day).monday...ISOWeek(of: day).sunday
    case .month:
      let (year, month, number) = day.civil
      let first = day.adding(1 - number)
      let next = month == 12 ? Day(year: year + 1, month: 1, day: 1) : Day(year: year, month: month + 1, day: 1)
      return first...(next?.adding(-1) ?? day)
    }
  }
}

/// A line of `hsync summary`: a day, or the days of a week or month.
struct SummaryRow {
  /// `Tue 2026-02-10`, `2026-W07`, `2026-02`.
  let title: String
  /// The members before the measures in JSON, the cells before them in CSV.
  let head: [(key: String, value: JSON)]
  /// `nil` = the line is of several days.
  private let day: DaySummary?
  /// In the order of `DaySummary.fields`, `nil` = not known.
  private let values: [Double?]

  /// A day.
  init(_ day: DaySummary) {
    title = day.day.title
    head = [("day", .string(day.day.description))]
    values = DaySummary.fields.map { $0.value(day) }
    self.day = day
  }

  /// Creates the summary of a week or month: the means of the days with a value, the sums of workouts.
  ///
  /// - Parameters:
  ///   - days: At least one, in their order.
  ///   - range: The requested range; it may begin or end within the week or month.
  init(_ days: [DaySummary], by span: SummarySpan, within range: ClosedRange<Day>) {
    let day = days.first?.day ?? range.lowerBound
    let whole = span.days(around: day)
    title = span.name(of: day)
    head = [
      (span.rawValue, .string(title)), ("from", .string(max(whole.lowerBound, range.lowerBound).description)),
      ("through", .string(min(whole.upperBound, range.upperBound).description)), ("days", JSON(days.count)),
    ]
    self.day = nil
    values = Measure.all.map { measure in
      let known = days.compactMap { DaySummary.fields[measure.place].value($0) }
      let sum = known.reduce(0, +)
      return known.isEmpty ? nil : ((measure.isSummed ? sum : sum / Double(known.count)) * 100).rounded() / 100
    }
  }

  /// The members behind all measures of a day in JSON; empty for others.
  var tail: [(String, JSON)] { day?.origin ?? [] }

  /// `nil` = not known.
  func value(_ measure: Measure) -> Double? { values[measure.place] }
}
