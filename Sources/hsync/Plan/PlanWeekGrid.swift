import HealthDesk
import HealthModel
import WeekPlan

/// A week as a calendar has it, seven columns side by side: for wide terminals.
struct PlanWeekGrid {
  /// The least width of a terminal, in columns, that the grid is for: seven columns of 18, two blanks apart.
  static let leastWidth = 138

  let week: PlannedWeek
  /// Today, which is marked.
  let today: Day
  /// Columns of the terminal, at least `leastWidth`.
  let width: Int

  /// A heading, then the days, as many lines as the fullest needs.
  var lines: [String] {
    let cells = week.days.map(cell)
    let height = cells.map(\.count).max() ?? 0
    return PlanWeekList.heading(week, width: width)
      + (0..<height).map { row in
        var line = ""
        for cell in cells {
          let text = row < cell.count ? cell[row] : ""
          line += text + String(repeating: " ", count: max(0, columnWidth - Columns.width(of: text)) + 2)
        }
        while line.last == " " { line.removeLast() }
        return line
      }
  }

  private var columnWidth: Int { min(40, (width - 12) / 7) }

  private func cell(of day: PlannedWeek.PlannedDay) -> [String] {
    let name = PlanDates.day(day.day, beside: day.day)
    let isToday = day.day == today
    return [
      isToday ? Terminal.styled(name + "  today", .bold) : name,
      Terminal.styled(String(repeating: isToday ? "━" : "─", count: columnWidth), isToday ? .bold : .dim),
    ] + day.inOrder.flatMap(lines) + (day.note.map(noteLines) ?? [])
  }

  /// The text with a mark in front, the id behind it or below.
  private func lines(of item: PlanItem) -> [String] {
    var folded = FoldedText(item.listed, width: columnWidth - 2).lines
    let last = folded.removeLast()
    let id = Terminal.styled(item.shortID, .dim)
    func styled(_ line: String) -> String { item.isCompleted ? Terminal.styled(line, .dim) : line }
    let ending = Columns.width(of: last) + 2 + item.shortID.count <= columnWidth - 2 ? ["\(styled(last))  \(id)"] : [styled(last), id]
    return (folded.map(styled) + ending).enumerated().map { number, line in (number == 0 ? "\(item.mark) " : "  ") + line }
  }

  private func noteLines(_ note: String) -> [String] {
    let lines = note.split(whereSeparator: \.isNewline).map { String($0).onOneLine }
    return FoldedText("note: " + lines.joined(separator: " "), width: columnWidth).lines
  }
}
