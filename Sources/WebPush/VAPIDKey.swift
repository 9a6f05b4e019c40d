import Digests

/// The key by which push services recognise this server (VAPID, RFC 8292). A browser's subscription is bound to it: with another key all browsers
/// must subscribe again.
package struct VAPIDKey: Sendable, CustomStringConvertible {
  let key: P256PrivateKey

  /// The secret for keeping: 32 bytes in base64url, 43 characters.
  package var text: String { Base64URL.text(key.scalar) }

  /// The key that pages pass to `PushManager.subscribe` as `applicationServerKey`: 65 bytes in base64url, 87 characters. It isn't secret.
  package var publicText: String { Base64URL.text(key.publicKey.bytes) }

  /// Names the public key alone.
  package var description: String { "the VAPID key \(publicText)" }

  /// Makes a random key.
  ///
  /// - Throws: `.libraryUnavailable`.
  package init() throws(WebPushError) {
    do { key = try P256PrivateKey() } catch { throw WebPushError(error) }
  }

  /// Reads what `text` returned.
  ///
  /// - Throws: `.badKey`; `.libraryUnavailable`.
  package init(text: String) throws(WebPushError) {
    let scalar = text.utf8.count <= 64 ? Base64URL.bytes(text) : nil
    do { key = try P256PrivateKey(scalar: scalar ?? []) } catch { throw WebPushError(error) }
  }
}
