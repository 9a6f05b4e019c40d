import HealthModel
import Transport

/// The renewal of an account's token when the old one isn't accepted any more (RFC 6749, 6). Pure: it sends nothing itself.
///
/// `POST /v1/token/refresh {"refresh_token"}` → `{"token","refresh_token"}`; at Supabase `POST /auth/v1/token?grant_type=refresh_token`, which
/// calls the token `access_token`.
package struct TokenRenewal: Sendable {
  /// The meaning of an answer.
  package enum Answer: Sendable, Equatable {
    /// The account with its new token, which is not in use before it is on the disk.
    case renewed(BackendAccount)
    /// The backend has no such thing: 404.
    case unavailable
    /// The refresh token isn't accepted either: 401 or 403.
    case refused
    /// Anything else.
    case trouble(Trouble)
  }

  private let account: BackendAccount
  private let refreshToken: String
  private let isSupabase: Bool

  /// `nil` when the account has no refresh token, or its dialect doesn't support them.
  package init?(of account: BackendAccount) {
    isSupabase = account.dialect == .postgrest && !account.hasPath
    guard account.dialect == .hsync1 || isSupabase, let refreshToken = account.refreshToken else { return nil }
    self.account = account
    self.refreshToken = refreshToken
  }

  /// The request. It is sent without the rejected token.
  package var request: HTTPRequest {
    var headers = [(name: "Content-Type", value: "application/json")]
    headers.append(isSupabase ? (name: "apikey", value: account.apiKey ?? account.token) : (name: "HSync-Version", value: "1"))
    return HTTPRequest(
      method: "POST", url: account.url + (isSupabase ? "/auth/v1/token?grant_type=refresh_token" : "/v1/token/refresh"), headers: headers,
      body: JSON.object([("refresh_token", .string(refreshToken))]).utf8, maxResponseBytes: 64 << 10,
      allowsInsecureHTTP: account.allowsInsecureHTTP)
  }

  /// Interprets the response.
  package func answer(_ response: HTTPResponse, nowMs: Int64) -> Answer {
    switch response.status {
    case 200:
      guard let json = JSON(answer: response.body), let token = json[isSupabase ? "access_token" : "token"].string,
        let renewed = try? account.with(token: token, refreshToken: json["refresh_token"].string ?? refreshToken)
      else { return .trouble(.garbage("the backend's new token makes no sense")) }
      return .renewed(renewed)
    case 404, 405, 501: return .unavailable
    case 400, 401, 403, 422: return .refused
    default: return .trouble(Trouble(response, nowMs: nowMs))
    }
  }
}
