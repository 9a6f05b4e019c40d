import HealthModel

/// Settings that are wrong, can't be read or can't be changed.
package struct SettingsError: UserFacingError, Equatable {
  package let kind: ErrorKind
  package let message: String
  package let hint: Hint?

  init(_ kind: ErrorKind, _ message: String, hint: Hint? = nil) {
    self.kind = kind
    self.message = message
    self.hint = hint
  }
}
