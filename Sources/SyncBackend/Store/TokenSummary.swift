import HealthModel

/// One line of `user tokens`: a token that is valid, or that has ended and can be renewed.
package struct TokenSummary: Sendable, Equatable {
  /// The first 12 digits of the token's hash. It isn't secret, as a hash gives no token; a renewed token has another one.
  package let id: String
  /// The requests that it allows.
  package let scope: TokenScope
  /// Milliseconds since 1970 at which it was made.
  package let createdAtMs: Int64
  /// Milliseconds since 1970 at which it ends; `nil` = never.
  package let expiresAtMs: Int64?
  /// Milliseconds since 1970 of the hour in which it was used last; `nil` = it wasn't used since uses are noted.
  package let lastUsedAtMs: Int64?

  /// The line of a token.
  init(hash: some Sequence<UInt8>, scope: String, createdAtMs: Int64, expiresAtMs: Int64?, lastUsedAtMs: Int64?) {
    id = TokenRules.id(of: hash)
    self.scope = TokenScope(stored: scope)
    self.createdAtMs = createdAtMs
    self.expiresAtMs = expiresAtMs
    self.lastUsedAtMs = lastUsedAtMs
  }

  /// `{"id":"3f9a1c0b72de","scope":"all","created_at_ms":…,"expires_at_ms":null,"last_used_at_ms":…}`.
  package var json: JSON {
    .object([
      ("id", .string(id)), ("scope", .string(scope.text)), ("created_at_ms", JSON(createdAtMs)),
      ("expires_at_ms", expiresAtMs.map { JSON($0) } ?? .null), ("last_used_at_ms", lastUsedAtMs.map { JSON($0) } ?? .null),
    ])
  }
}
