import Digests
import HealthModel

/// A browser's consent to get messages: the address at its push service, and the keys that only the browser can decrypt for.
package struct PushSubscription: Sendable, Hashable, CustomStringConvertible {
  /// The address that messages are posted to.
  package let endpoint: PushEndpoint
  /// The browser's public key.
  package let key: P256PublicKey
  /// The secret that the browser shares with this server, 16 bytes. The push service doesn't know it.
  package let secret: [UInt8]

  /// Bytes of the secret (RFC 8291, 3.2).
  package static let secretCount = 16
  /// The largest JSON text that is read, in bytes.
  package static let mostBytes = 4096

  /// The origin of the push service.
  package var description: String { "a subscription at \(endpoint)" }

  /// The key as `PushSubscription.toJSON()` of a browser has it and `init` reads it: base64url, 87 characters.
  package var keyText: String { Base64URL.text(key.bytes) }
  /// The secret in the same form, 22 characters.
  package var secretText: String { Base64URL.text(secret) }

  /// Checks the three texts of a subscription.
  ///
  /// - Parameters:
  ///   - key: The point `p256dh`, base64url without padding.
  ///   - secret: The secret `auth`, base64url without padding.
  ///   - allowsLoopback: For tests, as in `PushEndpoint`.
  /// - Throws: `.badSubscription`; `.libraryUnavailable`.
  package init(endpoint: String, key: String, secret: String, allowsLoopback: Bool = false) throws(WebPushError) {
    self.endpoint = try PushEndpoint(endpoint, allowsLoopback: allowsLoopback)
    guard secret.utf8.count <= 64, let bytes = Base64URL.bytes(secret), bytes.count == PushSubscription.secretCount else {
      throw .badSubscription("the subscription's auth isn't \(PushSubscription.secretCount) bytes in base64url")
    }
    self.secret = bytes
    guard key.utf8.count <= 128, let point = Base64URL.bytes(key) else {
      throw .badSubscription("the subscription's p256dh isn't base64url")
    }
    do {
      self.key = try P256PublicKey(point)
    } catch .badKey {
      throw .badSubscription("the subscription's p256dh isn't a point of P-256")
    } catch {
      throw WebPushError(error)
    }
  }

  /// Reads what `PushSubscription.toJSON()` gives in a browser: `{"endpoint": …, "keys": {"p256dh": …, "auth": …}}`. Other members are ignored; an
  /// `expirationTime`, too, because a push service answers that a subscription has ended.
  ///
  /// - Parameter allowsLoopback: For tests, as in `PushEndpoint`.
  /// - Throws: `.badSubscription`; `.libraryUnavailable`.
  package init(json bytes: [UInt8], allowsLoopback: Bool = false) throws(WebPushError) {
    let rules = JSON.ReadingRules(maxValues: 100, refusesHalves: true, refusesRepeatedKeys: true)
    guard bytes.count <= PushSubscription.mostBytes, let json = try? JSON(parsing: bytes, by: rules) else {
      throw .badSubscription("the subscription isn't JSON of at most \(PushSubscription.mostBytes) bytes")
    }
    guard let endpoint = json["endpoint"].string, let key = json["keys"]["p256dh"].string, let secret = json["keys"]["auth"].string else {
      throw .badSubscription("the subscription lacks its endpoint or keys")
    }
    try self.init(endpoint: endpoint, key: key, secret: secret, allowsLoopback: allowsLoopback)
  }
}
