import HealthModel
import HealthStore

/// The meals of a day beside the meals that were planned for it.
package struct DayMenu: Sendable {
  package let day: Day
  /// The meals in the order in which they were eaten.
  package let meals: [Meal]
  /// The plan of the day; empty where it isn't asked for.
  package let plan: PlanProgress

  /// A day with its meals.
  package init(day: Day, meals: [Meal], plan: PlanProgress = PlanProgress()) {
    self.day = day
    self.meals = meals
    self.plan = plan
  }

  /// The sum of the known values; zeros on a day without meals.
  package var total: Nutrition { Nutrition(energyKcal: 0) + MealLog.totals(meals) }
}
