import HealthModel

/// What became of an id that a meal was to have: a request that arrives twice finds the trace of the first.
package enum EntryHistory: Sendable, Equatable {
  /// The entry is there.
  case logged(Meal)
  /// It was logged and deleted since.
  case deleted
  /// It waits until its product can be looked up.
  case waiting
}
