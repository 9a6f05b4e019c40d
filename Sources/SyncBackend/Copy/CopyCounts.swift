import HealthModel

/// The rows that a copy has, or will have, copied.
package struct CopyCounts: Sendable, Equatable {
  /// Users.
  package internal(set) var users = 0
  /// Records, remembered deletions included.
  package internal(set) var records = 0
  /// Devices, each with its last push and the answer to it.
  package internal(set) var devices = 0
  /// Tokens and refresh tokens.
  package internal(set) var tokens = 0
  /// Usage events.
  package internal(set) var events = 0

  /// `{"users":1,"records":3,"devices":1,"tokens":1,"events":0}`.
  package var json: JSON {
    .object([
      ("users", JSON(users)), ("records", JSON(records)), ("devices", JSON(devices)), ("tokens", JSON(tokens)), ("events", JSON(events)),
    ])
  }
}
