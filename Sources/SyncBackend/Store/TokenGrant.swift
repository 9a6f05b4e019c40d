/// The lifetime and the scope that a token is made with, and those that are made from it by renewal.
struct TokenGrant: Sendable {
  /// Milliseconds for which each token is valid; `nil` = until it is revoked, and without a refresh token.
  var lifetimeMs: Int64?
  /// The requests that it allows.
  var scope = TokenScope.all
}
