import HealthModel
import HealthStore

/// A week of the plan.
struct PlannedWeek {
  /// A day of it.
  struct PlannedDay {
    let day: Day
    /// Newest first, as in the JSON contract.
    let items: [PlanItem]
    /// `nil` when there is none.
    let note: String?

    /// As a day goes: workouts, then breakfast, lunch, snack and dinner; the newest first of each.
    var inOrder: [PlanItem] {
      let order: [PlanItem.Kind] = [.workout, .meal(.breakfast), .meal(.lunch), .meal(.snack), .meal(.dinner)]
      return order.flatMap { kind in items.filter { $0.kind == kind } }
    }

    /// Whether neither an item nor a note is there.
    var isEmpty: Bool { items.isEmpty && note == nil }
  }

  let week: ISOWeek
  /// Monday to Sunday.
  let days: [PlannedDay]

  /// So many weeks of the plan, from `first` on.
  static func weeks(_ count: Int, from first: ISOWeek, in planner: Planner) throws(StoreError) -> [PlannedWeek] {
    let weeks = (0..<count).map { first.adding($0) }
    let last = first.adding(count - 1).sunday
    let items = Dictionary(grouping: try planner.items(from: first.monday, through: last), by: \.day)
    let notes = try planner.notes(from: first.monday, through: last)
    return weeks.map { week in
      PlannedWeek(week: week, days: week.days.map { PlannedDay(day: $0, items: items[$0] ?? [], note: notes[$0]) })
    }
  }

  /// All items, day by day.
  var items: [PlanItem] { days.flatMap(\.items) }

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
