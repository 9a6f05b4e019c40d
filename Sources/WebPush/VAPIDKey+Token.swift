import Digests
import HealthModel

extension VAPIDKey {
  /// The time for which a token is valid, in seconds: 12 hours. Services accept at most 24 (RFC 8292, 2); the rest is for clocks that differ.
  package static let lifetimeS: Int64 = 12 * 3600

  /// Returns the value of the header `Authorization` for messages to an endpoint: `vapid t=TOKEN, k=KEY` (RFC 8292, 3).
  ///
  /// - Parameter nowMs: The time, in milliseconds since 1970.
  /// - Throws: `.libraryUnavailable`.
  package func authorization(for endpoint: PushEndpoint, contact: PushContact, nowMs: Int64) throws(WebPushError) -> String {
    "vapid t=\(try token(for: endpoint, contact: contact, nowMs: nowMs)), k=\(publicText)"
  }

  /// Returns a JSON Web Token (RFC 7519) signed with ES256 (RFC 7518, 3.4), for the origin of an endpoint.
  func token(for endpoint: PushEndpoint, contact: PushContact, nowMs: Int64) throws(WebPushError) -> String {
    let header = JSON.object([("typ", .string("JWT")), ("alg", .string("ES256"))])
    let claims = JSON.object([
      ("aud", .string(endpoint.origin)), ("exp", JSON(nowMs / 1000 + VAPIDKey.lifetimeS)), ("sub", .string(contact.uri)),
    ])
    let signed = "\(Base64URL.text(header.utf8)).\(Base64URL.text(claims.utf8))"
    do {
      return "\(signed).\(Base64URL.text(try key.signature(of: Array(signed.utf8))))"
    } catch {
      throw WebPushError(error)
    }
  }
}
