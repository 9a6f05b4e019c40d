import HealthModel

/// What was planned for a day beside what was done and eaten on it.
struct PlanProgress {
  /// Newest first.
  let items: [PlanItem]
  /// Which of the day's meals fulfils a planned one, by the planned one's id.
  private let eaten: [String: Int]

  /// - Parameter meals: The day's, in the order in which they were eaten.
  init(_ items: [PlanItem] = [], meals: [Meal] = []) {
    self.items = items
    var eaten: [String: Int] = [:]
    var free = Set(meals.indices)
    // What is named first; then whatever was eaten is the lunch that was only called lunch.
    for takesAny in [false, true] {
      for item in items where eaten[item.id] == nil {
        guard case .meal(let meal) = item.kind else { continue }
        let title = item.title.lowercased()
        let fits = meals.indices.first { index in
          free.contains(index) && meals[index].slot == meal.slot
            && (takesAny ? title == meal.rawValue : title == meals[index].name.lowercased())
        }
        guard let fits else { continue }
        eaten[item.id] = fits
        free.remove(fits)
      }
    }
    self.eaten = eaten
  }

  /// The place, among the day's meals, of the one that fulfils a planned one: of the same slot and name, or any of its slot if it was planned
  /// without a name. `nil` = none.
  func meal(of item: PlanItem) -> Int? { eaten[item.id] }

  /// Whether it is ticked, or was eaten without being ticked.
  func isDone(_ item: PlanItem) -> Bool { item.isCompleted || eaten[item.id] != nil }

  /// How many are done.
  var done: Int { items.count(where: isDone) }
}
