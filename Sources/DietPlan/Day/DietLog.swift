import HealthModel

/// The user's logs, as the plan uses them.
package struct DietLog: Sendable {
  /// Sums of meals by local day. Days without meals may be missing.
  package let intakes: [Day: DietIntake]
  /// The weights, one a day.
  package let weights: DietWeights
  /// Instants at which meals were logged, milliseconds UTC, ascending. Those of the last two days are enough.
  package let mealsLoggedAtMs: [Int64]
  /// Active energy imported by local day, kcal.
  package let activeKcal: [Day: Double]
  /// Days with a meal or a weight that was logged by hand. Imported weights don't count.
  package let loggedDays: Set<Day>

  /// Logs that were summed elsewhere.
  ///
  /// - Parameter otherDays: Days with a log, as `loggedDays`, beside those of `intakes` and `weights`: streaks need no sums.
  package init(
    intakes: [Day: DietIntake] = [:], weights: DietWeights = DietWeights(), mealsLoggedAtMs: [Int64] = [], activeKcal: [Day: Double] = [:],
    otherDays: Set<Day> = []
  ) {
    self.intakes = intakes
    self.weights = weights
    self.mealsLoggedAtMs = mealsLoggedAtMs.sorted()
    self.activeKcal = activeKcal
    var loggedDays = otherDays
    for (day, intake) in intakes where intake.meals > 0 { loggedDays.insert(day) }
    for day in weights.loggedDays { loggedDays.insert(day) }
    self.loggedDays = loggedDays
  }

  /// The logs of meals and weights in any order. A meal belongs to the local day on which it was eaten, whenever it was logged.
  package init(meals: [Meal], weights: [WeightEntry] = [], activeKcal: [Day: Double] = [:]) {
    self.init(
      intakes: Dictionary(grouping: meals, by: \.eatenAt.day).mapValues { DietIntake($0.lazy.map(\.nutrition)) },
      weights: DietWeights(weights), mealsLoggedAtMs: meals.map(\.createdAtMs), activeKcal: activeKcal)
  }

  /// The sums of a day.
  package func intake(on day: Day) -> DietIntake { intakes[day] ?? DietIntake() }

  /// The last day with a log through a day. `nil` = there is none.
  package func lastLoggedDay(through day: Day) -> Day? { loggedDays.lazy.filter { $0 <= day }.max() }

  /// Whether a meal was logged in a span of instants, milliseconds UTC.
  package func hasMealLogged(in span: ClosedRange<Int64>) -> Bool {
    var (low, high) = (0, mealsLoggedAtMs.count)
    while low < high {
      let middle = (low + high) / 2
      if mealsLoggedAtMs[middle] < span.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < mealsLoggedAtMs.count && mealsLoggedAtMs[low] <= span.upperBound
  }
}
