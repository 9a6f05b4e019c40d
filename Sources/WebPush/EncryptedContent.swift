import Digests

/// The content coding `aes128gcm` (RFC 8188) with one record, which is all that Web Push allows (RFC 8291, 4).
enum EncryptedContent {
  /// Bytes of a salt.
  static let saltCount = 16
  /// The size of a record as the header states it; the record may be shorter, being the last one.
  static let recordSize = 4096

  /// Returns header and record.
  ///
  /// - Parameters:
  ///   - plaintext: At most 4079 bytes: a record has 17 more.
  ///   - inputKey: The secret from which key and nonce are derived. It must never be used twice with the same salt.
  ///   - salt: 16 random bytes.
  ///   - keyID: The name of the secret for the receiver, at most 255 bytes.
  ///   - padding: Bytes added to hide the length of the plaintext.
  static func bytes(
    _ plaintext: [UInt8], inputKey: [UInt8], salt: [UInt8], keyID: [UInt8], padding: Int
  ) throws(CryptoFailure) -> [UInt8] {
    precondition(salt.count == saltCount && keyID.count <= 255 && padding >= 0)
    // 2 ends the plaintext of the last record; zeros follow.
    let record = plaintext + [2] + [UInt8](repeating: 0, count: padding)
    precondition(record.count + AES128GCM.tagCount <= recordSize)
    let size = UInt32(recordSize)
    let header = salt + (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + [UInt8(keyID.count)] + keyID
    return header
      + (try AES128GCM.sealed(record, key: key(from: inputKey, salt: salt), nonce: firstNonce(from: inputKey, salt: salt)))
  }

  /// The key of all records (RFC 8188, 2.2).
  static func key(from inputKey: [UInt8], salt: [UInt8]) -> [UInt8] {
    HKDFSHA256.key(from: inputKey, salt: salt, info: Array("Content-Encoding: aes128gcm\0".utf8), count: AES128GCM.keyCount)
  }

  /// The nonce of the first record (RFC 8188, 2.3).
  static func firstNonce(from inputKey: [UInt8], salt: [UInt8]) -> [UInt8] {
    HKDFSHA256.key(from: inputKey, salt: salt, info: Array("Content-Encoding: nonce\0".utf8), count: AES128GCM.nonceCount)
  }
}
