import CCrypto

/// HMAC (RFC 2104) with SHA-256, by OpenSSL's libcrypto.
package enum HMACSHA256 {
  /// The 32 bytes for what is signed. Of RFC 4231's second case, key `Jefe` and `what do ya want for nothing?`, they begin `5bdcc146`.
  package static func code(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    SHA256.open()
    return [UInt8](unsafeUninitializedCapacity: SHA256.count) { code, count in
      hs_hmac_sha256(key, key.count, bytes, bytes.count, code.baseAddress)
      count = SHA256.count
    }
  }
}
