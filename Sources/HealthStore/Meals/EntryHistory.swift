import HealthModel

/// The history of an entry's id, by which a repeated request finds the result of the first.
package enum EntryHistory: Sendable, Equatable {
  /// The entry is there.
  case logged(Meal)
  /// It was logged and deleted since.
  case deleted
  /// It waits until its product can be looked up.
  case waiting
}
