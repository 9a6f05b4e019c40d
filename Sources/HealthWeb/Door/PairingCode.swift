import Digests

/// A code that pairs one browser, once and within `lifetimeMs`.
package struct PairingCode: Sendable, Equatable {
  /// 32 lower-case hexadecimal digits: 128 random bits.
  package let text: String

  /// The lifetime of a code: 10 minutes, in milliseconds.
  package static let lifetimeMs: Int64 = 10 * 60_000

  /// A new one.
  package init() { text = RandomBytes.text(16) }

  /// Parses the code of a request; `nil` when it can't be one.
  package init?(_ text: String) {
    guard RandomBytes.isOne(text, ofBytes: 16) else { return nil }
    self.text = text
  }

  /// The SHA-256 of the code, 32 bytes; the library keeps only this.
  package var hash: [UInt8] { SHA256.of(text) }

  /// The link that the user opens in the browser.
  ///
  /// - Parameter address: The server's, without a slash at its end.
  package func link(at address: String) -> String { "\(address)/pair?code=\(text)" }

  /// Returns the time at which a code made at `ms` expires, in milliseconds since 1970.
  package static func endMs(madeAtMs ms: Int64) -> Int64 { ms + lifetimeMs }
}
