import Digests
import HealthModel
import HealthStore

/// The secret in the cookie of a paired browser. The library keeps only its hash.
package struct SessionToken: Sendable, Equatable {
  /// 64 lower-case hexadecimal digits: 256 random bits.
  package let text: String

  /// The time a browser may stay away before its session expires: 90 days, in milliseconds.
  package static let lifetimeMs = BrowserSession.lifetimeMs
  /// The interval at which a visit is recorded at most: 5 minutes, in milliseconds. Otherwise each page would cost a write.
  package static let restMs: Int64 = 5 * 60_000

  /// A new one.
  package init() { text = RandomBytes.text(32) }

  /// The token of a cookie; `nil` when it can be none.
  package init?(_ text: String) {
    guard RandomBytes.isOne(text, ofBytes: 32) else { return nil }
    self.text = text
  }

  /// The SHA-256 of the token, 32 bytes; the library keeps only this.
  package var hash: [UInt8] { SHA256.of(text) }

  /// The token that this browser's forms carry, so that no page of another's can make it send one: an HMAC of the session's, 64 hexadecimal digits.
  package var formToken: String { Hexadecimal.text(HMACSHA256.code(of: Array("hsync form".utf8), key: Array(text.utf8))) }

  /// Whether a form carries this session's token. Takes as long for every wrong text of the right length.
  package func isFormToken(_ text: String?) -> Bool {
    text.map { Secrets.areEqual($0, formToken) } ?? false
  }

  /// Whether a visit at `nowMs` is recorded after one at `seenAtMs`: the interval is over, or the clock was set back.
  package static func isWorthNoting(seenAtMs: Int64, nowMs: Int64) -> Bool { nowMs < seenAtMs || nowMs - seenAtMs >= restMs }
}
