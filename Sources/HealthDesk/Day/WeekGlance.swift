import DietPlan
import HealthModel
import HealthStore
import WeekPlan

/// A week in numbers: the figures of its days, their sums and means.
package struct WeekGlance: Sendable {
  /// A day of it.
  package struct DayFigures: Sendable {
    package let day: Day
    /// The day's health data; `nil` = nothing is known.
    package let health: DaySummary?
    /// The day's meals in the order in which they were eaten.
    package let meals: [Meal]
    package let plan: PlanProgress
    /// The day's weight; `nil` = none was recorded.
    package let weightKg: Double?

    /// The energy of the meals in kcal; `nil` when nothing was logged, or nothing whose energy is known.
    package var eatenKcal: Double? { MealLog.totals(meals).energyKcal }

    /// The sums of the meals with what they don't contain.
    package var intake: DietIntake { DietIntake(meals.lazy.map(\.nutrition)) }

    /// Whether nothing is known about the day.
    package var isEmpty: Bool { health == nil && meals.isEmpty && plan.items.isEmpty && weightKg == nil }
  }

  package let week: ISOWeek
  /// The days, Monday to Sunday.
  package let days: [DayFigures]

  /// Reads it, as of one moment, with the days as `settings` have them.
  package init(_ library: Library, _ week: ISOWeek, settings: HealthSettings) throws {
    self.week = week
    let log = SummaryLog(library, as: settings)
    log.follow()
    days = try library.read { _ in
      let (first, last) = (week.monday, week.sunday)
      let health = try log.summaries(from: first, through: last)
      let meals = try Dictionary(grouping: MealLog(library).meals(from: first, through: last), by: \.eatenAt.day)
      let planned = try Dictionary(grouping: Planner(library).items(from: first, through: last), by: \.day)
      let weights = try WeightLog(library, as: settings).entries(from: first, through: last)
      return week.days.map { day in
        let eaten = meals[day] ?? []
        return DayFigures(
          day: day, health: health.first { $0.day == day }, meals: eaten, plan: PlanProgress(planned[day] ?? [], meals: eaten),
          weightKg: weights.first { $0.day == day }?.kg)
      }
    }
  }

  /// The figures that the days have in common, in the order in which they are printed.
  package enum Figure: String, CaseIterable, Sendable {
    case steps
    case activeKcal = "active_kcal"
    case workouts
    case workoutMin = "workout_min"
    case sleepMin = "sleep_min"
    case distanceM = "distance_m"
    case weightKg = "weight_kg"
    case energyKcal = "energy_kcal"

    /// Whether the figure has a sum: a week has no sum of weights.
    package var hasSum: Bool { self != .weightKg }

    /// A day's, `nil` when it isn't known.
    package func value(_ day: DayFigures) -> Double? {
      switch self {
      case .steps: day.health?.steps
      case .activeKcal: day.health?.activeKcal
      case .workouts: day.health?.countedWorkouts.map(Double.init)
      case .workoutMin: day.health?.countedWorkoutMin
      case .sleepMin: day.health?.sleepMin
      case .distanceM: day.health?.distanceM
      case .weightKg: day.weightKg
      case .energyKcal: day.eatenKcal
      }
    }
  }

  /// A figure's days, `nil` where it isn't known.
  package func values(_ figure: Figure) -> [Double?] { days.map(figure.value) }

  /// Returns the sum over the days with a value, in steps of a hundredth; `nil` when there are none.
  package func sum(_ figure: Figure) -> Double? {
    let known = values(figure).compactMap(\.self)
    return known.isEmpty || !figure.hasSum ? nil : (known.reduce(0, +) * 100).rounded() / 100
  }

  /// Returns the mean over the days with a value, in steps of a hundredth; `nil` when there are none.
  package func mean(_ figure: Figure) -> Double? {
    let known = values(figure).compactMap(\.self)
    return known.isEmpty ? nil : (known.reduce(0, +) / Double(known.count) * 100).rounded() / 100
  }

  /// The sums of the week's meals with what they don't contain.
  package var intake: DietIntake { DietIntake(adding: days.lazy.map(\.intake)) }

  /// The numbers of planned items that are done, and of all.
  package var planned: (done: Int, total: Int) {
    (days.reduce(0) { $0 + $1.plan.done }, days.reduce(0) { $0 + $1.plan.items.count })
  }

  /// Whether nothing is known about the week.
  package var isEmpty: Bool { days.allSatisfy(\.isEmpty) }
}
