import CCrypto

/// Reasons why a key or a cipher can't be used.
package enum CryptoFailure: Error, Sendable, Equatable {
  /// The bytes aren't a key of the curve.
  case badKey
  /// libcrypto can't do it, with the reason in words: it isn't installed, is too old, or has no memory.
  case unavailable(String)

  /// Opens the keys and ciphers of libcrypto, once per process.
  static func openLibrary() throws(CryptoFailure) {
    if let problem = hs_crypto_open_keys() { throw .unavailable(String(cString: problem)) }
  }

  /// The library failed on valid input.
  static let noMemory = CryptoFailure.unavailable("libcrypto has no memory")
}
