import HealthModel

/// A reason for refusing a set-up or a change of the plan, with its facts. The words are the caller's.
package enum DietFault: Error, Sendable, Hashable {
  /// Nothing was answered.
  case missing(DietField)
  /// A number beyond its range, or not a number.
  case outside(DietField, value: Double, allowed: ClosedRange<Double>)
  /// A number with more decimals than its steps allow.
  case notInSteps(DietField, value: Double, step: Double)
  /// The goal `lose` at a body mass index under `least`.
  case underweight(bodyMassIndex: Double, least: Double)
  /// The goal `lose` with an energy need that leaves no room above the floor.
  case needTooLow(maintenanceKcal: Int, floorKcal: Int)
  /// A window that isn't within one day.
  case windowLeavesDay(EatingWindow)
  /// A window that is shorter or longer than needed.
  case windowLength(minutes: Int, needed: Int)
  /// Too few or too many eating times.
  case mealCount(Int, allowed: ClosedRange<Int>)
  /// An eating time outside the window.
  case mealTimeOutside(minute: Int, window: EatingWindow)
  /// An eating time given twice.
  case mealTimeRepeated(minute: Int)
  /// A start too long ago or too far ahead.
  case startOutside(Day, allowed: ClosedRange<Day>)
  /// A change dated before today.
  case dayHasPassed(Day, today: Day)
  /// A pause of a paused plan.
  case alreadyPaused(since: Day)
  /// A resumption of a plan that isn't paused.
  case notPaused
  /// A change of a stopped plan.
  case alreadyStopped(since: Day)
  /// There are no phases to pause: not started, or a goal without phases.
  case nothingToPause
  /// The plan isn't set up on that day, or is another one.
  case noSuchPlan
}
