import HealthModel
import HealthStore
import WeekPlan

/// A week of the plan.
package struct PlannedWeek: Sendable {
  /// A day of it.
  package struct PlannedDay: Sendable {
    package let day: Day
    /// The day's items, newest first, as in the JSON contract.
    package let items: [PlanItem]
    /// The day's note; `nil` = none.
    package let note: String?

    /// A day with everything given; the newest item first.
    package init(day: Day, items: [PlanItem], note: String?) {
      self.day = day
      self.items = items
      self.note = note
    }

    /// The items in the order of a day: workouts, then breakfast, lunch, snack and dinner; in each group the newest first.
    package var inOrder: [PlanItem] {
      let order: [PlanItem.Kind] = [.workout, .meal(.breakfast), .meal(.lunch), .meal(.snack), .meal(.dinner)]
      return order.flatMap { kind in items.filter { $0.kind == kind } }
    }

    /// Whether the day has neither an item nor a note.
    package var isEmpty: Bool { items.isEmpty && note == nil }
  }

  package let week: ISOWeek
  /// The days, Monday to Sunday.
  package let days: [PlannedDay]

  /// A week with everything given; Monday first.
  package init(week: ISOWeek, days: [PlannedDay]) {
    self.week = week
    self.days = days
  }

  /// Reads a number of weeks of the plan, from `first` on.
  package static func weeks(_ count: Int, from first: ISOWeek, in planner: Planner) throws(StoreError) -> [PlannedWeek] {
    let weeks = (0..<count).map { first.adding($0) }
    let last = first.adding(count - 1).sunday
    let items = Dictionary(grouping: try planner.items(from: first.monday, through: last), by: \.day)
    let notes = try planner.notes(from: first.monday, through: last)
    return weeks.map { week in
      PlannedWeek(week: week, days: week.days.map { PlannedDay(day: $0, items: items[$0] ?? [], note: notes[$0]) })
    }
  }

  /// All items, day by day.
  package var items: [PlanItem] { days.flatMap(\.items) }
}
