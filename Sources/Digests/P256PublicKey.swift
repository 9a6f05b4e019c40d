import CCrypto

/// A point of the curve P-256 (SEC 2, secp256r1), by OpenSSL's libcrypto.
package struct P256PublicKey: Sendable, Hashable {
  /// Bytes of a key.
  package static let count = 65

  /// The uncompressed point (SEC 1, 2.3.3): 4, then both coordinates, the big end first.
  package let bytes: [UInt8]

  /// Reads an uncompressed point.
  ///
  /// - Throws: `.badKey` for another number of bytes, another form, or coordinates that aren't on the curve; `.unavailable`.
  package init(_ bytes: [UInt8]) throws(CryptoFailure) {
    guard bytes.count == P256PublicKey.count else { throw .badKey }
    try CryptoFailure.openLibrary()
    guard hs_p256_is_point(bytes) == 1 else { throw .badKey }
    self.bytes = bytes
  }

  /// A point that libcrypto computed.
  init(computed bytes: [UInt8]) { self.bytes = bytes }

  /// Whether a signature of 64 bytes was made by this key's owner over these bytes: ECDSA (FIPS 186-5) with SHA-256, r and s in 32 bytes each.
  package func isSignature(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    // Open since there is a key.
    signature.count == P256PrivateKey.signatureCount && hs_p256_verify(self.bytes, bytes, bytes.count, signature) == 1
  }
}
