import HealthModel

/// The input for a token: the token alone, or one line of JSON with a refresh token beside it, as `hsync-backend` prints it or Supabase answers to a
/// sign-in.
package struct BackendTokens: Sendable {
  package let token: String
  package let refreshToken: String?

  /// `nil` when it looks like JSON and has no token.
  package init?(_ text: String) {
    guard text.hasPrefix("{") else {
      token = text
      refreshToken = nil
      return
    }
    guard let json = try? JSON(parsing: text), let token = json["token"].string ?? json["access_token"].string else { return nil }
    self.token = token
    refreshToken = json["refresh_token"].string
  }
}
