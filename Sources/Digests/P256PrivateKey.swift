import CCrypto

/// A key pair of the curve P-256 (SEC 2, secp256r1), by OpenSSL's libcrypto.
package struct P256PrivateKey: Sendable, CustomStringConvertible {
  /// Bytes of the secret number.
  package static let count = 32
  /// Bytes of a signature.
  package static let signatureCount = 64

  /// The secret: a number from 1 to below the order of the curve's base point, the big end first.
  package let scalar: [UInt8]
  /// The key that others may know.
  package let publicKey: P256PublicKey

  /// Names the kind of value and not the secret.
  package var description: String { "a private key of P-256" }

  /// Makes a random key.
  ///
  /// - Throws: `.unavailable`.
  package init() throws(CryptoFailure) {
    try CryptoFailure.openLibrary()
    var (scalar, point) = ([UInt8](repeating: 0, count: P256PrivateKey.count), [UInt8](repeating: 0, count: P256PublicKey.count))
    guard hs_p256_make(&scalar, &point) == 1 else { throw CryptoFailure.noMemory }
    self.scalar = scalar
    publicKey = P256PublicKey(computed: point)
  }

  /// Takes a secret number and computes its public key.
  ///
  /// - Throws: `.badKey` for another number of bytes or a number out of range; `.unavailable`.
  package init(scalar: [UInt8]) throws(CryptoFailure) {
    guard scalar.count == P256PrivateKey.count else { throw .badKey }
    try CryptoFailure.openLibrary()
    var point = [UInt8](repeating: 0, count: P256PublicKey.count)
    guard hs_p256_point(scalar, &point) == 1 else { throw .badKey }
    self.scalar = scalar
    publicKey = P256PublicKey(computed: point)
  }

  /// Returns the secret that only the owners of both keys can compute: ECDH (SEC 1, 3.3.1), 32 bytes.
  ///
  /// - Throws: `.unavailable`.
  package func sharedSecret(with other: P256PublicKey) throws(CryptoFailure) -> [UInt8] {
    var secret = [UInt8](repeating: 0, count: P256PrivateKey.count)
    guard hs_p256_agree(scalar, publicKey.bytes, other.bytes, &secret) == 1 else { throw CryptoFailure.noMemory }
    return secret
  }

  /// Returns a signature of these bytes: ECDSA (FIPS 186-5) with SHA-256, r and s in 32 bytes each. Each call gives another one.
  ///
  /// - Throws: `.unavailable`.
  package func signature(of bytes: [UInt8]) throws(CryptoFailure) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: P256PrivateKey.signatureCount)
    guard hs_p256_sign(scalar, publicKey.bytes, bytes, bytes.count, &signature) == 1 else { throw CryptoFailure.noMemory }
    return signature
  }
}
