import WeekPlan

/// What became of an id that a planned item was to have: a request that arrives twice finds the trace of the first.
package enum PlanTrace: Sendable, Equatable {
  case planned(PlanItem)
  /// It was planned and removed since.
  case removed
  /// Nothing had that id, as far as the library knows.
  case unknown
}
