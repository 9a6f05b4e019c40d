import HealthModel
import HealthStore
import WeekPlan

/// Logs a planned meal as eaten and ticks it off, as one change.
package struct PlannedMealLog: Sendable {
  /// The item, which is a meal and open.
  package let item: PlanItem
  /// The meal that it is.
  package let meal: PlannedMeal
  private let desk: PlanDesk

  /// The planned meal whose id begins with `ref`.
  ///
  /// - Throws: `PlannedMealError` when it can't be logged, `StoreError` when there is no such item, or several.
  package init(_ ref: String, in desk: PlanDesk) throws {
    item = try desk.planner.item(matching: ref, in: desk.week)
    guard let meal = item.kind.meal else { throw PlannedMealError.isWorkout(item) }
    guard !item.isCompleted else { throw PlannedMealError.isDone(item) }
    self.meal = meal
    self.desk = desk
  }

  /// Returns the default time of the meal: now, or, on a past day, the usual time of the meal.
  ///
  /// - Throws: `isYetToCome`.
  package func usualTime(by clock: any WallClock) throws(PlannedMealError) -> Moment {
    let today = desk.now.day
    if item.day == today { return desk.now }
    guard item.day < today else { throw .isYetToCome(item, today: today) }
    return clock.moment(on: item.day, hour: meal.usualMinute / 60, minute: meal.usualMinute % 60)
  }

  /// Creates an entry of the recent food that the item's title names.
  ///
  /// - Throws: `noRecentFood`, `unclearFood`; `FoodError.portion` when `wish` has an amount that can't be computed; `StoreError`.
  package func recentFood(_ wish: MealWish, in diary: Diary) throws -> Meal {
    switch try diary.recentFood(named: item.title) {
    case .one(let hit):
      guard case .entry(let food) = hit.food else { throw PlannedMealError.noRecentFood(item) }
      return try food.again(wish, now: desk.now)
    case .unclear(let hits): throw PlannedMealError.unclearFood(item, names: hits.map(\.name))
    case .none: throw PlannedMealError.noRecentFood(item)
    }
  }

  /// Logs `meal` and ticks the item off.
  ///
  /// - Returns: The item as it is now.
  /// - Throws: `FoodError.energy`, or `StoreError` if another value is out of range.
  package func log(_ meal: Meal) throws -> PlanItem {
    try desk.planner.log(meal.checked(), for: item.id, week: desk.week, at: desk.now)
  }
}
