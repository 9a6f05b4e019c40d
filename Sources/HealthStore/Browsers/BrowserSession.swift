import HealthModel

/// A browser that may see the library's pages.
package struct BrowserSession: Sendable, Equatable {
  /// SHA-256 of the token that the browser holds, 32 bytes.
  package let hash: [UInt8]
  /// As the person called it, or what the browser says of itself.
  package let name: String
  /// The time at which it was paired, in milliseconds since 1970.
  package let createdAtMs: Int64
  /// The time of its last visit, in milliseconds since 1970; updated every few minutes.
  package let seenAtMs: Int64
  /// The address from which it was last seen; `nil` = not known.
  package let seenFrom: String?
  /// The push subscription by which notices reach it, as JSON; `nil` = it doesn't get them.
  package let push: String?

  /// The time a browser may stay away before its session expires: 90 days, in milliseconds.
  package static let lifetimeMs: Int64 = 90 * 86_400_000

  /// A session with all its values.
  package init(hash: [UInt8], name: String, createdAtMs: Int64, seenAtMs: Int64, seenFrom: String?, push: String? = nil) {
    self.hash = hash
    self.name = name
    self.createdAtMs = createdAtMs
    self.seenAtMs = seenAtMs
    self.seenFrom = seenFrom
    self.push = push
  }

  /// The id shown to users: the first 8 hexadecimal digits of the hash.
  package var id: String { Hexadecimal.text(hash.prefix(4)) }
}
