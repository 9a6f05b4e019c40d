import DietPlan
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

  /// The sum of the known values; without meals 0 kcal. What no meal states isn't known.
  package var total: Nutrition { meals.isEmpty ? Nutrition(energyKcal: 0) : MealLog.totals(meals) }

  /// The sums with what they don't contain.
  package var intake: DietIntake { DietIntake(meals.lazy.map(\.nutrition)) }
}
