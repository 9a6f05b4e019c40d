import HealthDesk
import HealthModel
import WeekPlan

/// A week as a list, day under day: for terminals of any width, and for pipes.
struct PlanWeekList {
  let week: PlannedWeek
  /// Today, which is marked.
  let today: Day
  /// The terminal's columns; `nil` = no terminal: an item is always one line, as long as its text.
  let width: Int?

  /// A heading, then each day with its items and note.
  var lines: [String] { PlanWeekList.heading(week, width: width) + week.days.flatMap(lines) }

  /// `Week 48 · 23–29 Nov 2026 · 2 of 6 done`.
  static func heading(_ week: PlannedWeek, width: Int?) -> [String] {
    let done = week.items.count(where: \.isCompleted)
    let parts =
      ["Week \(week.week.number)", PlanDates.span(of: week.week)] + (week.items.isEmpty ? [] : ["\(done) of \(week.items.count) done"])
    return FoldedText(parts.joined(separator: " · "), width: width).lines.map { Terminal.styled($0, .bold) }
  }

  private func lines(of day: PlannedWeek.PlannedDay) -> [String] {
    let name = PlanDates.day(day.day, beside: day.day)
    var heading = day.isEmpty ? Terminal.styled(name, .dim) : name
    if day.day == today { heading = Terminal.styled(name + "  today", .bold) }
    return [heading] + day.inOrder.flatMap(lines) + (day.note.map(noteLines) ?? [])
  }

  /// `  ✓ k7m2p9qa  Run 5 km (weekly)`: the id in front, so that the text may take as many lines as it needs.
  private func lines(of item: PlanItem) -> [String] {
    let folded = FoldedText(item.listed, width: width.map { $0 - 14 }).lines
    return folded.enumerated().map { number, line in
      let style: Terminal.Style? = item.isCompleted ? .dim : nil
      let start = number == 0 ? "  \(item.mark) \(Terminal.styled(item.shortID, .dim))  " : String(repeating: " ", count: 14)
      return start + (style.map { Terminal.styled(line, $0) } ?? line)
    }
  }

  private func noteLines(_ note: String) -> [String] {
    let lines = note.split(whereSeparator: \.isNewline).flatMap { FoldedText(String($0).onOneLine, width: width.map { $0 - 8 }).lines }
    return lines.enumerated().map { number, line in (number == 0 ? "  note: " : "        ") + line }
  }
}
