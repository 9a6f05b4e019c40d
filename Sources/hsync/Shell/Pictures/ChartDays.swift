import ArgumentParser
import Charts
import HealthDesk
import HealthModel

/// The horizontal axis of charts of days, weeks or months: all of a range, those without data included.
struct ChartDays {
  /// With the titles of a `SummaryRow` as labels.
  let categories: [ChartCategory]
  /// The days of each category.
  private let ranges: [ClosedRange<Day>]
  /// `day`, `week` or `month`.
  let noun: String

  /// - Parameter span: `nil` = days.
  /// - Throws: `ValidationError` for more than a hundred years.
  init(from first: Day, through last: Day, by span: SummarySpan? = nil) throws {
    let count = last.number - first.number + 1
    guard count <= 36_525 else { throw ValidationError("A picture shows at most 100 years; --from and --to choose them.") }
    var ranges: [ClosedRange<Day>] = []
    while (ranges.last?.upperBound ?? first.adding(-1)) < last {
      let day = ranges.last?.upperBound.adding(1) ?? first
      ranges.append(span?.days(around: day) ?? day...day)
    }
    self.ranges = ranges
    noun = span?.rawValue ?? "day"
    categories = ranges.map { range in
      let day = range.lowerBound
      return switch span {
      case nil: ChartCategory(label: day.title, mark: ChartDays.mark(of: day, among: count))
      case .week: ChartCategory(label: SummarySpan.week.name(of: day), mark: String(SummarySpan.week.name(of: day).suffix(3)))
      case .month: ChartCategory(label: SummarySpan.month.name(of: day), mark: ChartDays.month(of: day))
      }
    }
  }

  /// The place of the day, week or month that a day is in; `nil` = outside.
  func place(of day: Day) -> Int? { ranges.firstIndex { $0.contains(day) } }

  /// `Tue` in a week, `10 Feb` in two months, then the names of months where they begin, then half years, then years.
  private static func mark(of day: Day, among count: Int) -> String {
    let (_, month, number) = day.civil
    if count <= 8 { return String(day.title.prefix(3)) }
    if count <= 62 { return "\(number) \(PlanDates.month(day))" }
    let every = count <= 400 ? 1 : count <= 1100 ? 6 : 12
    return number == 1 && month % every == 1 % every ? self.month(of: day) : ""
  }

  /// `Feb`; the year in January.
  private static func month(of day: Day) -> String {
    let (year, month, _) = day.civil
    return month == 1 ? "\(year)" : PlanDates.month(day)
  }
}
