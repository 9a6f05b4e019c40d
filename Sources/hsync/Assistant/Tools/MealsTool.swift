import AssistantProtocol
import HealthDesk
import HealthModel
import Settings

/// The meals of some days.
struct MealsTool: AssistantAction {
  var tool: AssistantTool {
    AssistantTool(
      "meals", title: "Meals",
      description: "The meals of up to 366 days with their nutrition, where it is from (provenance.source), why it is doubtful "
        + "(provenance.doubts), and the totals of each day. The text of more than 7 days has a line for each day.",
      arguments: AssistantSession.spanArguments(usual: "the last day"),
      output: OutputSchema.object([
        ("days", OutputSchema.list("day, meals, total, and unknown: what the total doesn't contain; of several days only those with meals"))
      ]))
  }

  func run(_ arguments: JSON, in session: AssistantSession) throws -> ToolAnswer {
    let span = try session.days(in: arguments, today: LocalClock.now.day, usual: 1)
    let menus = try Diary(session.open()).menus(from: span.lowerBound, through: span.upperBound)
    let doubtful = menus.flatMap(\.meals).filter { !$0.provenance.doubts.isEmpty }.map { meal in
      "doubtful: \(meal.name.onOneLine): \(meal.provenance.doubts.map(\.sentence).joined(separator: "; "))"
    }
    let lines =
      menus.isEmpty
      ? ["nothing logged from \(span.lowerBound) to \(span.upperBound)"]
      : menus.count > MealsTool.mostInWords ? menus.map(words) : menus.flatMap(\.lines)
    return ToolAnswer((lines + doubtful).map(\.printable).joined(separator: "\n"), .object([("days", .array(menus.map(\.json)))]))
  }

  /// `Tue 2026-02-10  3 meals, 1,850 kcal`.
  private func words(_ menu: DayMenu) -> String {
    ([
      "\(menu.day.title)  \(Quantity.count(menu.meals.count, "meal"))", Quantity.energy(menu.total.energyKcal),
    ] + menu.intake.unknowns).joined(separator: ", ")
  }

  /// The most days whose meals have a line each in the text.
  private static let mostInWords = 7
}
