import Digests
import HealthModel

/// The id of a record that two devices may make independently, each from the same export: what it is decides the id, so that they make one record.
package enum ContentKey {
  /// The first 128 bits of SHA-256 over the parts' UTF-8, joined by U+001F, as 32 lower-case hexadecimal digits.
  ///
  /// `running`, `Watch`, `1760000000000`, `1760001800000` make the key that `docs/records.md` shows.
  package static func make(_ parts: [String]) -> String {
    Hexadecimal.text(Array(SHA256.of(parts.joined(separator: "\u{1F}")).prefix(16)))
  }
}
