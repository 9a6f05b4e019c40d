import HealthModel
import WeekPlan

/// The plan of a day compared with the workouts and meals of that day.
package struct PlanProgress: Sendable {
  /// The planned items, newest first.
  package let items: [PlanItem]
  /// The index of the day's meal that fulfils each item.
  private let eaten: [Int?]

  /// - Parameters:
  ///   - items: The day's, newest first.
  ///   - meals: The day's, in the order in which they were eaten.
  package init(_ items: [PlanItem] = [], meals: [Meal] = []) {
    self.items = items
    var eaten = [Int?](repeating: nil, count: items.count)
    var isFree = [Bool](repeating: true, count: meals.count)
    // Items with a name of their own first; then any meal of the slot fulfils an item that is only called lunch.
    for takesAny in [false, true] {
      for (place, item) in items.enumerated() where eaten[place] == nil {
        guard case .meal(let planned) = item.kind else { continue }
        let title = item.title.lowercased()
        eaten[place] = meals.indices.first { index in
          isFree[index] && meals[index].slot == planned.slot
            && (takesAny ? title == planned.rawValue : title == meals[index].name.lowercased())
        }
        if let meal = eaten[place] { isFree[meal] = false }
      }
    }
    self.eaten = eaten
  }

  /// Whether one of the items, by its place, is ticked, or was eaten without being ticked: a meal of the same slot and name, or any of the slot if
  /// it was planned without a name.
  package func isDone(_ place: Int) -> Bool { items[place].isCompleted || eaten[place] != nil }

  /// The number of items that are done.
  package var done: Int { items.indices.count(where: isDone) }

  /// Whether the meal at an index was planned.
  package func isPlanned(meal: Int) -> Bool { eaten.contains(meal) }

  /// The planned meals that no meal of the day fulfils. Newest first.
  package var uneaten: [PlanItem] { items.indices.filter { items[$0].kind != .workout && eaten[$0] == nil }.map { items[$0] } }
}
