import HealthModel

/// The figures of a plan's first days, for the reviews of day 21 and day 42.
package struct DietReview: Sendable, Hashable {
  /// The figures of the days of one phase.
  package struct PhaseFigures: Sendable, Hashable {
    /// The phase that the figures are about.
    package let phase: DietPhase
    /// Days of the phase.
    package let days: Int
    /// Days of these with a meal.
    package let daysWithMeals: Int
    /// Mean energy eaten on days with a meal, kcal. `nil` = there are none.
    package let meanIntakeKcal: Double?
    /// Mean target of all days, kcal.
    package let meanTargetKcal: Double
  }

  /// Days after the start of a plan for which its reviews can be made.
  package static let reach = 400

  /// The day of the plan that it was made for.
  package let planDay: Int
  /// The first day of the plan.
  package let first: Day
  /// The `planDay`th day of the plan, which is included. Paused days in between don't count.
  package let last: Day
  /// Days with a log.
  package let loggedDays: Int
  /// Mean of the weights of the first 7 days of the plan, kg. `nil` = there are none.
  package let startAverageKg: Double?
  /// Mean of the last up to 7 weights through the last day, kg. `nil` = there is no weight in the period.
  package let averageKg: Double?
  /// The phases that occurred, in the order gentle start, diet, maintenance.
  package let phases: [PhaseFigures]

  /// The change of the average, kg, negative when it fell. `nil` = one of the averages isn't known.
  package var changeKg: Double? { startAverageKg.flatMap { start in averageKg.map { $0 - start } } }

  /// The review of the first `planDay` days of the plan in force on a day, once that many have begun.
  ///
  /// - Parameter day: Any day from the `planDay`th on; the review is the same on all of them.
  /// - Returns: `nil` if the plan hasn't got that far, or started `reach` or more days before.
  package init?(planDay: Int, on day: Day, history: DietHistory, log: DietLog) {
    guard let plan = history.version(on: day)?.plan, (0..<DietReview.reach).contains(day.number - plan.day.number) else { return nil }
    var days: [(day: Day, position: PhasePosition, targetKcal: Int)] = []
    for number in plan.day.number...day.number {
      let day = Day(number: number)
      guard let version = history.version(on: day), version.plan.id == plan.id, let state = history.state(on: day),
        let position = state.position, position.planDay <= planDay
      else { continue }
      let target = DietTarget(version.profile, state: state, activeKcal: log.activeKcal[day]).kcal
      days.append((day, position, target))
    }
    guard let first = days.first?.day, let last = days.last, last.position.planDay == planDay else { return nil }
    self.planDay = planDay
    (self.first, self.last) = (first, last.day)
    loggedDays = days.count { log.loggedDays.contains($0.day) }
    let early = days.filter { $0.position.planDay <= 7 }.compactMap { log.weights.entry(on: $0.day)?.kg }
    startAverageKg = early.isEmpty ? nil : early.reduce(0, +) / Double(early.count)
    let hasWeight = log.weights.latest(through: last.day).map { $0.day >= first } ?? false
    averageKg = hasWeight ? log.weights.averageKg(through: last.day) : nil
    phases = DietPhase.allCases.compactMap { phase in
      let part = days.filter { $0.position.phase == phase }
      return part.isEmpty ? nil : DietReview.figures(phase, part.map { ($0.targetKcal, log.intake(on: $0.day)) })
    }
  }

  private static func figures(_ phase: DietPhase, _ days: [(targetKcal: Int, intake: DietIntake)]) -> PhaseFigures {
    let eaten = days.map(\.intake).filter { $0.meals > 0 }.map(\.energyKcal)
    return PhaseFigures(
      phase: phase, days: days.count, daysWithMeals: eaten.count,
      meanIntakeKcal: eaten.isEmpty ? nil : eaten.reduce(0, +) / Double(eaten.count),
      meanTargetKcal: Double(days.reduce(0) { $0 + $1.targetKcal }) / Double(days.count))
  }
}
