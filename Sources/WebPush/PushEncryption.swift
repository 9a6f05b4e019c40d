import Digests

/// Encryption of a message for one browser (RFC 8291). The push service can't read it.
enum PushEncryption {
  /// The largest body that each push service accepts, in bytes (RFC 8291, 4).
  static let mostBody = 4096
  /// The largest plaintext, in bytes: a body without the header of 21 + 65 bytes, the delimiter and the tag, 4096 − 86 − 1 − 16.
  static let most = 3993
  /// Plaintexts are padded so that with their delimiter they have a multiple of so many bytes, or `most` + 1: lengths tell little of the text.
  static let step = 256

  /// Returns the body of a message, with a key pair and a salt of its own.
  static func body(_ plaintext: [UInt8], for subscription: PushSubscription) throws(CryptoFailure) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    let salt = (0..<EncryptedContent.saltCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return try body(plaintext, for: subscription, sender: P256PrivateKey(), salt: salt, padding: padding(of: plaintext.count))
  }

  /// Returns the body of a message with everything given.
  ///
  /// - Parameters:
  ///   - sender: A key pair for this message alone.
  ///   - salt: 16 random bytes.
  static func body(
    _ plaintext: [UInt8], for subscription: PushSubscription, sender: P256PrivateKey, salt: [UInt8], padding: Int
  ) throws(CryptoFailure) -> [UInt8] {
    let secret = try sender.sharedSecret(with: subscription.key)
    let inputKey = inputKey(from: secret, subscription: subscription.secret, receiver: subscription.key, sender: sender.publicKey)
    return try EncryptedContent.bytes(plaintext, inputKey: inputKey, salt: salt, keyID: sender.publicKey.bytes, padding: padding)
  }

  /// Bytes of padding for a plaintext: 41 bytes and the delimiter get 214, so that they are 256.
  static func padding(of count: Int) -> Int { min((count + step) / step * step, most + 1) - count - 1 }

  /// Combines the secret of both key pairs with the subscription's (RFC 8291, 3.3).
  ///
  /// - Parameter secret: What ECDH gives.
  static func inputKey(
    from secret: [UInt8], subscription: [UInt8], receiver: P256PublicKey, sender: P256PublicKey
  ) -> [UInt8] {
    let info = Array("WebPush: info\0".utf8) + receiver.bytes + sender.bytes
    return HKDFSHA256.key(from: secret, salt: subscription, info: info, count: 32)
  }
}
