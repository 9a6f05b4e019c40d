import HealthDesk
import HealthModel
import WeekPlan

/// The lines for a week without anything planned: what is planned often, by its numbers, and the commands that add it.
struct EmptyPlan {
  /// `nil` = nothing is offered.
  let quick: QuickChips?
  /// Columns of the terminal; `nil` = none.
  let width: Int?

  var lines: [String] {
    let chips = (quick?.chips ?? []).enumerated().map { (kind: $0.element.kind, text: "\($0.offset + 1) \($0.element.title)") }
    let workouts = chips.filter { $0.kind == .workout }.map(\.text)
    let meals = chips.filter { $0.kind != .workout }.map(\.text)
    return part("No workouts yet", workouts) + part("No meals yet", meals)
      + folded("add one: hsync plan quick NUMBER, or hsync plan add workout TEXT").map { Terminal.styled($0, .dim) }
  }

  private func part(_ title: String, _ chips: [String]) -> [String] {
    folded(chips.isEmpty ? title : "\(title): \(chips.joined(separator: ", "))")
  }

  private func folded(_ text: String) -> [String] { FoldedText(text, width: width.map { $0 - 2 }).lines.map { "  " + $0 } }
}
