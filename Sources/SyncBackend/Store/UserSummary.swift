import HealthModel

/// One line of `user list`.
package struct UserSummary: Sendable, Equatable {
  /// The name they were added by.
  package let name: String
  /// Tokens that are valid, or can be renewed.
  package let tokens: Int
  /// Records that aren't deleted.
  package let records: Int
  /// Devices that have pushed.
  package let devices: Int
  /// Milliseconds since 1970 of the last push, `nil` when there was none.
  package let lastPushAtMs: Int64?

  /// `{"name":"alice","tokens":1,"records":3,"devices":1,"last_push_at_ms":null}`.
  package var json: JSON {
    .object([
      ("name", .string(name)), ("tokens", JSON(tokens)), ("records", JSON(records)), ("devices", JSON(devices)),
      ("last_push_at_ms", lastPushAtMs.map { JSON($0) } ?? .null),
    ])
  }
}
