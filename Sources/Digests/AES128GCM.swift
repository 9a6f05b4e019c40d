import CCrypto

/// AES-128 in Galois/Counter Mode (NIST SP 800-38D) with nonces of 12 bytes and tags of 16, by OpenSSL's libcrypto.
///
/// A pair of key and nonce must never encrypt two different texts: both, and forged ones, could be computed from the results.
package enum AES128GCM {
  /// Bytes of a key.
  package static let keyCount = 16
  /// Bytes of a nonce.
  package static let nonceCount = 12
  /// Bytes of the tag behind the encrypted text.
  package static let tagCount = 16

  /// Encrypts bytes. The result is `tagCount` longer.
  ///
  /// - Parameters:
  ///   - key: `keyCount` bytes.
  ///   - nonce: `nonceCount` bytes.
  /// - Throws: `.badKey` for a key or nonce of another length, `.unavailable`.
  package static func sealed(_ bytes: [UInt8], key: [UInt8], nonce: [UInt8]) throws(CryptoFailure) -> [UInt8] {
    try check(key, nonce)
    var sealed = [UInt8](repeating: 0, count: bytes.count + tagCount)
    guard hs_aes128_gcm_seal(key, nonce, bytes, bytes.count, &sealed) == 1 else { throw CryptoFailure.noMemory }
    return sealed
  }

  /// Decrypts what `sealed` returned. `nil` when the bytes, the key or the nonce aren't the same as then.
  ///
  /// - Throws: As `sealed`.
  package static func opened(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8]) throws(CryptoFailure) -> [UInt8]? {
    try check(key, nonce)
    guard sealed.count >= tagCount else { return nil }
    var bytes = [UInt8](repeating: 0, count: sealed.count - tagCount)
    return hs_aes128_gcm_open(key, nonce, sealed, sealed.count, &bytes) == 1 ? bytes : nil
  }

  private static func check(_ key: [UInt8], _ nonce: [UInt8]) throws(CryptoFailure) {
    guard key.count == keyCount, nonce.count == nonceCount else { throw .badKey }
    try CryptoFailure.openLibrary()
  }
}
