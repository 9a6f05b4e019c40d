import HealthDesk
import HealthModel
import WeekPlan

/// A day's meals as lines and as JSON.
extension DayMenu {
  /// The day, its meals and their total.
  var lines: [String] { [Terminal.styled(day.title, .bold)] + mealLines(within: Terminal.room) }

  /// Whether it was planned, time, meal, what, how much, energy and id, aligned; then the total.
  ///
  /// - Parameter room: Columns of the screen; `nil` = as many as it takes.
  func mealLines(within room: Int?) -> [String] {
    // Of all that stands in a line the id is the last to go but one: commands want it.
    var columns = Columns([.left, .left, .left, .left, .right, .right, .left], elastic: 3, dispensable: [4, 2, 6])
    for row in rows { columns.add(row.cells) }
    return (rows.isEmpty ? ["  nothing logged"] : columns.lines(indent: 2, within: room)) + (meals.isEmpty ? [] : totalLines(within: room))
  }

  var json: JSON {
    .object([
      ("day", .string(day.description)), ("meals", .array(meals.map(\.json))), ("total", total.json), ("unknown", intake.unknownJSON),
    ])
  }

  private struct Row {
    let minute: Int
    let cells: [String]
  }

  /// The rows by time; planned or only ticked meals at the usual time of their slot.
  private var rows: [Row] {
    let eaten = meals.indices.map { row(of: meals[$0], isPlanned: plan.isPlanned(meal: $0)) }
    return (eaten + plan.uneaten.compactMap(row)).sorted { $0.minute < $1.minute }
  }

  private func row(of meal: Meal, isPlanned: Bool) -> Row {
    let name = [meal.name, meal.brand].compactMap(\.self).joined(separator: " · ").onOneLine
    return Row(
      minute: meal.eatenAt.minuteOfDay,
      cells: [
        isPlanned ? DayMenu.mark(isDone: true) : "", meal.eatenAt.clock, meal.slot.rawValue, name, Quantity.amount(meal.amount),
        Quantity.energy(meal.nutrition.energyKcal), meal.shortID,
      ])
  }

  private func row(of item: PlanItem) -> Row? {
    guard case .meal(let meal) = item.kind else { return nil }
    return Row(
      minute: meal.usualMinute,
      cells: [
        DayMenu.mark(isDone: item.isCompleted), "", meal.rawValue, item.title.onOneLine, "", item.isCompleted ? "done" : "planned",
        item.shortID,
      ])
  }

  /// `✓` or `○`.
  static func mark(isDone: Bool) -> String { isDone ? Terminal.styled("✓", .done) : "○" }

  /// `total 610 kcal, protein 13.3 g, carbs 80.4 g, fat 19.2 g`; on a narrow screen in two lines. Then what it doesn't contain.
  private func totalLines(within room: Int?) -> [String] {
    let energy = "  total \(Quantity.energy(total.energyKcal))"
    let macros = Quantity.macros(total)
    let whole = macros.isEmpty ? energy : "\(energy), \(macros)"
    let unknown = intake.unknowns.flatMap { FoldedText($0, width: room.map { $0 - 2 }).lines }.map { "  " + Terminal.styled($0, .dim) }
    guard let room, whole.count > room else { return [whole] + unknown }
    return [energy, "  \(macros)"] + unknown
  }
}
