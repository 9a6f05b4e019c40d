import HealthModel

/// The tokens of a device: shown once, kept only as hashes.
package struct Credentials: Sendable, Equatable {
  /// The bearer token, 64 characters of `0-9a-f`.
  package let token: String
  /// The expiry and the refresh token; `nil` = valid until it is revoked.
  package let renewal: Renewal?

  /// The end of a token that ends.
  package struct Renewal: Sendable, Equatable {
    /// The token to exchange for the next credentials, 64 characters of `0-9a-f`. It doesn't expire.
    package let refreshToken: String
    /// The expiry time, milliseconds since 1970; the token is rejected from then on.
    package let expiresAtMs: Int64
  }

  /// The input for `hsync login --token-stdin`: the token alone, or one line of JSON if the token expires.
  package var line: String { renewal == nil ? token : json.text }

  /// `{"token":…}`; of a token that ends `{"token":…,"refresh_token":…,"expires_at_ms":…}`.
  var json: JSON {
    var members = [JSON.Member("token", .string(token))]
    if let renewal {
      members.append(JSON.Member("refresh_token", .string(renewal.refreshToken)))
      members.append(JSON.Member("expires_at_ms", JSON(renewal.expiresAtMs)))
    }
    return .members(members)
  }
}
