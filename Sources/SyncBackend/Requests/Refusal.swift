import HealthModel
import Hummingbird

/// An answer that isn't what was asked for, as `{"code": …, "message": …}`: every error a client can see is one of these.
struct Refusal: Error, HTTPResponseError {
  let status: HTTPResponse.Status
  /// For programs: `unauthorized`, `too_large`, …
  let code: String
  /// For display. Never contains a token or a value of a record.
  let message: String
  /// Further members of the answer.
  var details: [JSON.Member] = []
  /// Further header fields.
  var headers: HTTPFields = [:]

  /// A refusal with everything given.
  init(_ status: HTTPResponse.Status, _ code: String, _ message: String, details: [JSON.Member] = [], headers: HTTPFields = [:]) {
    self.status = status
    self.code = code
    self.message = message
    self.details = details
    self.headers = headers
  }

  /// The request itself is wrong; sent again, it will be wrong again.
  static func badRequest(_ message: String) -> Refusal { Refusal(.badRequest, "bad_request", message) }

  /// A missing or unknown token.
  static let unauthorized = Refusal(
    .unauthorized, "unauthorized", "a valid bearer token is needed",
    headers: [.wwwAuthenticate: #"Bearer realm="hsync""#])

  /// An expired token (RFC 6750, 3.1: `invalid_token`).
  static let tokenExpired = Refusal(
    .unauthorized, "token_expired", "the token has ended: renew it",
    headers: [.wwwAuthenticate: #"Bearer realm="hsync", error="invalid_token""#])

  /// A token that doesn't allow the request, as one of the scopes `needed` would (RFC 6750, 3.1: `insufficient_scope`).
  static func insufficientScope(needed: TokenScope) -> Refusal {
    let names = needed.namesOfMembers
    return Refusal(
      .forbidden, "insufficient_scope", "the token doesn't allow this request: it needs the scope \(names.joined(separator: " or "))",
      details: [JSON.Member("scope", .string(names.joined(separator: " ")))],
      headers: [.wwwAuthenticate: #"Bearer realm="hsync", error="insufficient_scope", scope="\#(names.joined(separator: " "))""#])
  }

  /// More than `limits` allow.
  static func tooLarge(_ message: String) -> Refusal { Refusal(.contentTooLarge, "too_large", message) }

  /// The database can't take it now; nothing was stored.
  static func storage(_ code: String, _ message: String) -> Refusal {
    Refusal(.serviceUnavailable, code, message, headers: [.retryAfter: "5"])
  }

  /// 429: the client has to slow down.
  static func tooManyRequests(_ message: String, afterSeconds seconds: Int) -> Refusal {
    Refusal(.tooManyRequests, "too_many_requests", message, headers: [.retryAfter: String(seconds)])
  }

  /// All of them together are too much.
  static let overloaded = Refusal(.serviceUnavailable, "overloaded", "the server has too much to do", headers: [.retryAfter: "2"])

  func response(from request: Request, context: some RequestContext) -> Response {
    let members = [JSON.Member("code", .string(code)), JSON.Member("message", .string(message))] + details
    var response = Response(json: JSON.members(members).utf8, status: status)
    response.headers.append(contentsOf: headers)
    return response
  }
}

extension Response {
  /// An answer of JSON text.
  init(json bytes: [UInt8], status: HTTPResponse.Status = .ok) {
    self.init(status: status, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// An answer of one JSON value.
  init(json: JSON, status: HTTPResponse.Status = .ok) { self.init(json: json.utf8, status: status) }
}
