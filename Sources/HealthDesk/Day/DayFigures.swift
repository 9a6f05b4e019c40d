import HealthModel
import HealthStore

/// The figures of a day for programs that show them, such as those of a home, each with its unit.
package struct DayFigures: Sendable, Equatable {
  /// A number of the day.
  package struct Figure: Sendable, Equatable {
    /// Its key; `active_kcal`.
    package let name: String
    /// `kcal`; of a count, what is counted.
    package let unit: String
    /// `nil` = not known.
    package let value: Double?
  }

  package let day: Day
  /// The time as of which they are, milliseconds since 1970.
  package let atMs: Int64
  /// All of them, also those that aren't known.
  package let figures: [Figure]

  /// The figures of the local day of `now`.
  ///
  /// - Parameter settings: The zone and ranks for computing the days.
  /// - Throws: `StoreError`.
  package init(_ library: Library, at now: Moment, settings: HealthSettings) throws {
    let day = now.day
    let log = SummaryLog(library, as: settings)
    log.follow()
    let (summary, menu, weight, diet) = try library.read { _ in
      let summary = try log.summaries(from: day, through: day).first
      let meals = try MealLog(library).meals(on: day)
      let plan = PlanProgress(try Planner(library).items(from: day, through: day), meals: meals)
      return (
        summary, DayMenu(day: day, meals: meals, plan: plan), try WeightLog(library, as: settings).latest(1).last,
        try DietStanding(library, on: day, meals: meals, activeKcal: summary?.activeKcal)
      )
    }
    let (total, items) = (menu.total, menu.plan.items.count)
    self.day = day
    atMs = now.ms
    figures = [
      Figure(name: "steps", unit: "steps", value: summary?.steps), Figure(name: "distance_m", unit: "m", value: summary?.distanceM),
      Figure(name: "flights", unit: "floors", value: summary?.flights),
      Figure(name: "active_kcal", unit: "kcal", value: summary?.activeKcal),
      Figure(name: "basal_kcal", unit: "kcal", value: summary?.basalKcal),
      Figure(name: "exercise_min", unit: "min", value: summary?.exerciseMin),
      Figure(name: "workouts", unit: "workouts", value: summary?.countedWorkouts.map(Double.init)),
      Figure(name: "workout_min", unit: "min", value: summary?.countedWorkoutMin),
      Figure(name: "sleep_min", unit: "min", value: summary?.sleepMin),
      Figure(name: "resting_bpm", unit: "bpm", value: summary?.restingBpm), Figure(name: "hrv_ms", unit: "ms", value: summary?.hrvMs),
      Figure(name: "eaten_kcal", unit: "kcal", value: total.energyKcal), Figure(name: "protein_g", unit: "g", value: total.proteinG),
      Figure(name: "carbs_g", unit: "g", value: total.carbsG), Figure(name: "fat_g", unit: "g", value: total.fatG),
      Figure(name: "meals", unit: "meals", value: Double(menu.meals.count)),
      Figure(name: "meals_without_energy", unit: "meals", value: Double(menu.intake.mealsWithoutEnergy)),
      Figure(name: "weight_kg", unit: "kg", value: weight?.kg),
      Figure(name: "diet_target_kcal", unit: "kcal", value: diet.map { Double($0.targetKcal) }),
      Figure(name: "diet_remaining_kcal", unit: "kcal", value: diet?.remainingKcal),
      Figure(name: "plan_done", unit: "items", value: Double(menu.plan.done)),
      Figure(name: "plan_open", unit: "items", value: Double(items - menu.plan.done)),
    ]
  }

  /// `{"day", "at_ms", "figures"}`; by name, `{"value", "unit"}` each. What isn't known is left out, so that a template that asks for it
  /// fails instead of showing a text.
  package var json: JSON {
    let known = figures.filter { $0.value != nil }.map { figure in
      (figure.name, JSON.object([("value", JSON(number: figure.value)), ("unit", .string(figure.unit))]))
    }
    return .object([("day", .string(day.description)), ("at_ms", JSON(atMs)), ("figures", .object(known))])
  }
}
