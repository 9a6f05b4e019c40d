import Charts
import Foundation
import HealthDesk
import HealthModel

/// Summaries of days, weeks or months as a table, as CSV and as JSON.
struct SummaryTable {
  private let first: Day
  private let last: Day
  /// In the order of days; days without data are missing.
  private let days: [DaySummary]
  /// `nil` = a line per day.
  private let span: SummarySpan?
  /// The requested measures; `nil` = the default.
  private let chosen: [Measure]?
  /// The latest day of which anything is known.
  private let newest: Day?
  private let rows: [SummaryRow]

  /// - Parameters:
  ///   - days: Those from `first` through `last` of which anything is known, in their order.
  ///   - newest: The latest day of which anything is known at all.
  init(_ days: [DaySummary], from first: Day, through last: Day, by span: SummarySpan?, columns: MeasureList?, newest: Day?) {
    (self.days, self.first, self.last, self.span, self.newest) = (days, first, last, span, newest)
    chosen = columns?.measures
    rows = SummaryTable.rows(of: days, by: span, within: first...last)
  }

  var json: JSON {
    .array(
      rows.map { row in
        .object(
          row.head.map { ($0.key, $0.value) } + (chosen ?? Measure.all).map { ($0.key, JSON(number: row.value($0))) }
            + (chosen == nil ? row.tail : []))
      })
  }

  /// The same keys as the JSON, a line per row.
  var csv: [String] {
    let measures = chosen ?? Measure.all
    let head = span.map { [$0.rawValue, "from", "through", "days"] } ?? ["day"]
    let lines = rows.map { row in
      (row.head.map { $0.value.string ?? $0.value.text } + measures.map { measure in row.value(measure).map { JSON($0).text } ?? "" })
        .joined(separator: ",")
    }
    return [(head + measures.map(\.key)).joined(separator: ",")] + lines
  }

  /// Returns the lines of the table; with small bars below when a terminal shows a line per day. Columns that don't fit
  /// side by side are placed below each other.
  ///
  /// - Parameter room: Columns of the screen; `nil` = unlimited.
  func lines(within room: Int?) -> [String] {
    guard !days.isEmpty else { return ["no health data from \(first) to \(last)" + NewestDay.words(newest)] }
    let titles = [""] + rows.map(\.title)
    let cells = (chosen ?? Measure.usual).map { measure in [measure.title] + rows.map { words($0, measure) } }
    var lines: [String] = []
    for block in blocks(cells, beside: titles, within: room) {
      var columns = Columns([.left] + block.map { _ in .right })
      for (number, title) in titles.enumerated() { columns.add([title] + block.map { $0[number] }) }
      lines += (lines.isEmpty ? [] : [""]) + columns.lines()
    }
    if Terminal.isTerminal(STDOUT_FILENO), days.count > 2, span == nil { lines += [""] + bars }
    return lines
  }

  /// A chart for each measure.
  ///
  /// - Parameter axis: The days, weeks or months of the table, those without data included.
  func picture(on axis: ChartDays, today: Day) -> ChartSheet {
    let title = first == last ? first.title : "\(first.title) to \(last.title)"
    guard !days.isEmpty else {
      return ChartSheet(title: title, empty: "no health data from \(first) to \(last)" + NewestDay.words(newest))
    }
    let rows = Dictionary(rows.map { ($0.title, $0) }, uniquingKeysWith: { $1 })
    let charts = (chosen ?? Measure.usual).map { measure in
      FigureChart(
        title: measure.title, kind: measure.kind, axis: axis, values: axis.categories.map { rows[$0.label]?.value(measure) }, today: today)
    }
    return ChartSheet(title: title, charts: charts.map(\.chart))
  }

  private static func rows(of days: [DaySummary], by span: SummarySpan?, within range: ClosedRange<Day>) -> [SummaryRow] {
    guard let span else { return days.map(SummaryRow.init) }
    var groups: [[DaySummary]] = []
    for day in days {
      if let last = groups.last?.last, span.name(of: last.day) == span.name(of: day.day) {
        groups[groups.count - 1].append(day)
      } else {
        groups.append([day])
      }
    }
    return groups.map { SummaryRow($0, by: span, within: range) }
  }

  /// Unless columns were chosen, workouts are shown with their time: `2 (1 h 05)`.
  private func words(_ row: SummaryRow, _ measure: Measure) -> String {
    guard chosen == nil, measure.key == "workouts", let count = row.value(measure), count > 0,
      let minutes = Measure("workout_min").flatMap({ row.value($0) })
    else { return measure.words(row.value(measure)) }
    return "\(measure.words(count)) (\(Quantity.minutes(minutes)))"
  }

  /// The columns in groups that fit beside the titles, each at least one.
  private func blocks(_ cells: [[String]], beside titles: [String], within room: Int?) -> [[[String]]] {
    guard let room else { return [cells] }
    func width(_ column: [String]) -> Int { column.map(Columns.width).max() ?? 0 }
    var blocks: [[[String]]] = []
    var taken = Int.max
    for column in cells {
      let needed = width(column) + 2
      if taken > room - needed {
        blocks.append([])
        taken = width(titles)
      }
      blocks[blocks.count - 1].append(column)
      taken += needed
    }
    return blocks
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

/// The measures of a day for display; `–` for unknown ones.
struct DayNumbers {
  private let summary: DaySummary

  init(_ summary: DaySummary) { self.summary = summary }

  var steps: String { DayNumbers.whole(summary.steps) }

  var active: String { DayNumbers.whole(summary.activeKcal) }

  /// With one decimal, in the user's unit.
  var distance: String { summary.distanceM.map { Quantity.distance($0) } ?? "–" }

  /// `2 (1 h 05)`.
  var workouts: String {
    guard let count = summary.countedWorkouts else { return "–" }
    return count == 0 ? "0" : "\(count)" + (summary.workoutMin.map { " (\(Quantity.minutes($0)))" } ?? "")
  }

  var sleep: String { summary.sleepMin.map(Quantity.minutes) ?? "–" }

  private static func whole(_ value: Double?) -> String { value.map { Quantity.grouped(Int(nearest: $0)) } ?? "–" }
}
