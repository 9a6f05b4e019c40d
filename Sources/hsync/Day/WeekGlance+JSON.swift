import HealthDesk
import HealthModel

extension WeekGlance {
  /// As in the JSON contract (`docs/json.md`).
  var json: JSON {
    .object([
      ("week", .string(week.description)), ("from", .string(week.monday.description)), ("through", .string(week.sunday.description)),
      ("days", .array(days.map(json))), ("sum", sums), ("mean", means),
    ])
  }

  private func json(_ day: DayFigures) -> JSON {
    .object(
      [("day", .string(day.day.description))] + Figure.allCases.map { ($0.rawValue, WeekGlance.json($0.value(day))) }
        + [
          ("meals", JSON(day.meals.count)), ("unknown", day.intake.unknownJSON),
          ("plan", WeekGlance.json(done: day.plan.done, of: day.plan.items.count)),
        ])
  }

  private var sums: JSON {
    .object(
      Figure.allCases.filter(\.hasSum).map { ($0.rawValue, WeekGlance.json(sum($0))) }
        + [
          ("meals", JSON(days.reduce(0) { $0 + $1.meals.count })), ("unknown", intake.unknownJSON),
          ("plan", WeekGlance.json(done: planned.done, of: planned.total)),
        ])
  }

  private var means: JSON { .object(Figure.allCases.map { ($0.rawValue, WeekGlance.json(mean($0))) }) }

  private static func json(_ value: Double?) -> JSON { value.map { JSON($0) } ?? .null }

  private static func json(done: Int, of total: Int) -> JSON { .object([("done", JSON(done)), ("total", JSON(total))]) }
}
