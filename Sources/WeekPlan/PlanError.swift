import HealthModel

/// A fault in an edit, a script of edits or a planner document. Nothing was written.
package struct PlanError: UserFacingError, Equatable {
  package let message: String
  package let hint: Hint?
  package let kind: ErrorKind
  /// The line of the script, from 1. `nil` when it isn't about one.
  package let line: Int?

  /// An error in the input.
  package init(_ message: String, hint: Hint? = nil) { self.init(.badData, message, hint: hint) }

  /// An error with everything given.
  package init(_ kind: ErrorKind, _ message: String, hint: Hint? = nil, line: Int? = nil) {
    self.kind = kind
    self.message = message
    self.hint = hint
    self.line = line
  }
}
