import CCrypto
import Glibc

/// SHA-256 (FIPS 180-4) of bytes that come in pieces, by OpenSSL's libcrypto.
///
/// `SHA256.of("abc".utf8)` begins `ba7816bf`. Where libcrypto isn't installed, the process ends with a sentence and exit code 69, as one that is linked
/// with a missing library does: without hashes no record has a key, and nothing can be stored or sent.
package struct SHA256: ~Copyable {
  /// Bytes of a digest.
  package static let count = 32

  private let hash: UnsafeMutableRawPointer

  /// Of nothing yet.
  package init() {
    SHA256.open()
    guard let hash = hs_sha256_begin() else { SHA256.end("hsync: out of memory") }
    self.hash = hash
  }

  deinit { hs_sha256_free(hash) }

  /// Takes more bytes.
  package func add(_ bytes: UnsafeRawBufferPointer) { hs_sha256_add(hash, bytes.baseAddress, bytes.count) }

  /// The 32 bytes of what was taken; the end of it.
  package consuming func digest() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: SHA256.count) { digest, count in
      hs_sha256_end(hash, digest.baseAddress)
      count = SHA256.count
    }
  }

  /// The 32 bytes of what is there as a whole.
  package static func of(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let hash = SHA256()
    hash.add(bytes)
    return hash.digest()
  }

  /// The 32 bytes of what is there as a whole.
  package static func of(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { of($0) } }

  /// The 32 bytes of a text's UTF-8.
  package static func of(_ text: String) -> [UInt8] {
    var text = text
    return text.withUTF8 { of(UnsafeRawBufferPointer($0)) }
  }

  /// Opens libcrypto, or ends the process.
  static func open() {
    guard let problem = hs_crypto_open() else { return }
    end("hsync: \(String(cString: problem))\nhint: apt-get install libssl3")
  }

  private static func end(_ words: String) -> Never {
    _ = Array((words + "\n").utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(69)
  }
}
