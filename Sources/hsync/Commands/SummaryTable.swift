import Foundation
import HealthModel

/// Summaries of days as a table, as CSV and as JSON.
struct SummaryTable {
  let first: Day
  let last: Day
  /// In the order of days; days without data are missing.
  let days: [DaySummary]

  var json: JSON { .array(days.map(\.json)) }

  /// The same keys as the JSON, a line per day with data.
  var csv: [String] {
    let head = (["day"] + DaySummary.fields.map(\.key)).joined(separator: ",")
    let rows = days.map { summary in
      ([summary.day.description] + DaySummary.fields.map { $0.value(summary).map { JSON($0).text } ?? "" }).joined(separator: ",")
    }
    return [head] + rows
  }

  /// What fits a terminal of 80 columns; with small bars above when somebody looks at it.
  var lines: [String] {
    guard !days.isEmpty else { return ["no health data from \(first) to \(last)"] }
    var columns = Columns([.left, .right, .right, .right, .right, .right])
    columns.add(["", "steps", "active kcal", "distance", "workouts", "sleep"])
    for summary in days {
      columns.add([
        DayMenu.title(of: summary.day), DayNumbers(summary).steps, DayNumbers(summary).active, DayNumbers(summary).distance,
        DayNumbers(summary).workouts, DayNumbers(summary).sleep,
      ])
    }
    var lines = columns.lines()
    if Terminal.isTerminal(STDOUT_FILENO), days.count > 2 { lines += [""] + bars }
    return lines
  }

  /// A bar for every day, the ones without data included.
  private var bars: [String] {
    let byDay = Dictionary(days.map { ($0.day, $0) }, uniquingKeysWith: { $1 })
    let width = min(Terminal.width - 14, last.number - first.number + 1)
    let shown = (0..<max(1, width)).map { byDay[last.adding($0 - width + 1)] }
    let measures: [(String, (DaySummary) -> Double?)] = [
      ("steps", { $0.steps }), ("active kcal", { $0.activeKcal }), ("sleep", { $0.sleepMin }),
    ]
    var columns = Columns([.left, .left])
    for (name, value) in measures {
      columns.add([Terminal.styled(name, .dim), Sparkline(shown.map { $0.flatMap(value) }, startsAtZero: true).text])
    }
    return columns.lines()
  }
}

/// The measures of a day as people read them; `–` for what isn't known.
struct DayNumbers {
  private let summary: DaySummary

  init(_ summary: DaySummary) { self.summary = summary }

  var steps: String { DayNumbers.whole(summary.steps) }

  var active: String { DayNumbers.whole(summary.activeKcal) }

  /// With one digit, in the unit that the person wants.
  var distance: String { summary.distanceM.map { Quantity.distance($0) } ?? "–" }

  /// `2 (1 h 05)`.
  var workouts: String {
    guard let count = summary.workouts else { return "–" }
    return count == 0 ? "0" : "\(count) (\(Quantity.minutes(summary.workoutMin ?? 0)))"
  }

  var sleep: String { summary.sleepMin.map(Quantity.minutes) ?? "–" }

  private static func whole(_ value: Double?) -> String { value.map { Quantity.grouped(Int($0.rounded())) } ?? "–" }
}
