import HealthModel

/// What a command itself has to say; the modules have error types of their own.
struct CommandError: UserFacingError, Equatable {
  let kind: ErrorKind
  let message: String
  let hint: String?

  /// For the log of events: that a look-up failed. `nil` = it was something else.
  let lookup: LookupFailure?

  init(_ kind: ErrorKind, _ message: String, hint: String? = nil, lookup: LookupFailure? = nil) {
    self.kind = kind
    self.message = message
    self.hint = hint
    self.lookup = lookup
  }

  /// How a look-up failed.
  enum LookupFailure: Equatable {
    /// By an answer, with its HTTP status.
    case answered(Int)
    /// There was no answer, or none was asked for.
    case unanswered
  }
}
