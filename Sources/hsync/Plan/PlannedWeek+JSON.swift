import HealthDesk
import HealthModel

extension PlannedWeek {
  /// The week as in the JSON contract (`docs/json.md`).
  var json: JSON {
    .object([
      ("week", .string(week.description)), ("from", .string(week.monday.description)),
      ("through", .string(week.sunday.description)),
      (
        "days",
        .array(
          days.map { day in
            .object([
              ("day", .string(day.day.description)), ("items", .array(day.items.map(\.json))), ("note", JSON(day.note)),
            ])
          })
      ),
    ])
  }
}
