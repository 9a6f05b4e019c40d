import Digests
import HealthModel

/// The token that another program shows, as `Authorization: Bearer …` or in a link. The library stores only its hash.
package struct AppKey: Sendable, Equatable {
  /// `hsync-` and 64 lower-case hexadecimal digits: 256 random bits.
  package let text: String

  private static let prefix = "hsync-"
  /// The smallest interval at which the last use is recorded: 5 minutes, in milliseconds.
  static let restMs: Int64 = 5 * 60_000

  /// A new one.
  package init() { text = AppKey.prefix + RandomBytes.text(32) }

  /// The token of a header's value; `nil` when it can be none.
  init?(authorization value: String?) {
    guard let parts = value?.split(separator: " "), parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    self.init(parts[1])
  }

  /// The token of a calendar's file name, `hsync-….ics`; `nil` when it can be none.
  init?(calendar name: String) {
    guard name.hasSuffix(".ics") else { return nil }
    self.init(name.dropLast(4))
  }

  private init?(_ text: Substring) {
    guard text.hasPrefix(AppKey.prefix), RandomBytes.isOne(String(text.dropFirst(AppKey.prefix.count)), ofBytes: 32) else { return nil }
    self.text = String(text)
  }

  /// The link of the calendar that it opens.
  ///
  /// - Parameter address: The server's, such as `http://127.0.0.1:4747`.
  package func calendarLink(at address: String) -> String { "\(address)/calendar/\(text).ics" }

  /// The hash that the library stores.
  package var hash: String { Hexadecimal.text(SHA256.of(text)) }
}
