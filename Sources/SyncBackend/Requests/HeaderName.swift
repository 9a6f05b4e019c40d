import HTTPTypes
import Hummingbird

/// Header fields of the protocol's own. Optional, as the type's initializer is; a field of a `nil` name is `nil`.
enum HeaderName {
  /// The device that sends a request: lower-case hex.
  static let device = HTTPField.Name("HSync-Device")
  /// The clients that a proxy forwards for; the last one is the proxy's own peer.
  static let forwardedFor = HTTPField.Name("X-Forwarded-For")
  /// The number by which the server's log names a request.
  static let requestID = HTTPField.Name("X-Request-Id")
  /// The key that identifies a repeated request (draft-ietf-httpapi-idempotency-key-header): on a push
  /// `"<device>:<push>"`, on a meal `"<id>:<hlc>"`.
  static let idempotencyKey = HTTPField.Name("Idempotency-Key")
}

extension HTTPFields {
  /// The value of a field by its name; `nil` when it isn't there.
  subscript(name: HTTPField.Name?) -> String? { name.flatMap { self[$0] } }

  /// The value of a field that may be written as a quoted text (RFC 8941, 3.3.3), without the quotes.
  func unquoted(_ name: HTTPField.Name?) -> String? {
    guard let value = self[name] else { return nil }
    guard value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return value }
    return String(value.dropFirst().dropLast())
  }
}
