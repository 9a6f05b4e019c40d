import HealthModel

/// An error of a command itself; the modules have error types of their own. Its hint names commands as they are typed.
struct CommandError: UserFacingError, Equatable {
  let kind: ErrorKind
  let message: String
  let hint: Hint?

  init(_ kind: ErrorKind, _ message: String, hint: String? = nil) {
    self.kind = kind
    self.message = message
    self.hint = hint.map { Hint($0) }
  }
}
