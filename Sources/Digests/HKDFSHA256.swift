/// HKDF (RFC 5869) with SHA-256: keys derived from a secret.
package enum HKDFSHA256 {
  /// The longest key, in bytes: 255 blocks of 32 (RFC 5869, 2.3).
  package static let most = 255 * SHA256.count

  /// Returns a key for one purpose. RFC 5869's first case, which `DigestsTests` repeats, begins `3cb25f25`.
  ///
  /// - Parameters:
  ///   - secret: The input key material.
  ///   - salt: Random bytes that needn't be secret. Empty = none.
  ///   - info: The purpose: keys for different purposes tell nothing of each other.
  ///   - count: Bytes of the key, 1 to `most`.
  package static func key(from secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
    precondition((1...most).contains(count))
    // An empty salt is the same HMAC key as 32 zeros, which the RFC asks for: HMAC fills its key up with zeros.
    let extracted = HMACSHA256.code(of: secret, key: salt)
    var (key, block) = ([UInt8](), [UInt8]())
    var number: UInt8 = 1
    while true {
      block = HMACSHA256.code(of: block + info + [number], key: extracted)
      key += block
      if key.count >= count { return Array(key.prefix(count)) }
      number += 1
    }
  }
}
