import Digests
import HealthModel

/// The token that an app or a shortcut sends with its data as `Authorization: Bearer …`. The library stores only its hash.
package struct IngestKey: Sendable, Equatable {
  /// `hsync-` and 64 lower-case hexadecimal digits: 256 random bits.
  package let text: String

  private static let prefix = "hsync-"
  /// The smallest interval at which the last use is recorded: 5 minutes, in milliseconds.
  static let restMs: Int64 = 5 * 60_000

  /// A new one.
  package init() { text = IngestKey.prefix + RandomBytes.text(32) }

  /// The token of a header's value; `nil` when it can be none.
  init?(authorization value: String?) {
    guard let parts = value?.split(separator: " "), parts.count == 2, parts[0].lowercased() == "bearer",
      parts[1].hasPrefix(IngestKey.prefix),
      RandomBytes.isOne(String(parts[1].dropFirst(IngestKey.prefix.count)), ofBytes: 32)
    else { return nil }
    text = String(parts[1])
  }

  /// The hash that the library stores.
  package var hash: String { Hexadecimal.text(SHA256.of(text)) }
}
