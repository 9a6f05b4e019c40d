import Digests

/// The subject of a message: a later message with the same topic replaces one that the push service still holds (RFC 8030, 5.4).
package struct PushTopic: Sendable, Hashable {
  /// 1 to 32 characters of base64url. The push service sees it.
  package let text: String

  /// The largest number of characters.
  package static let most = 32

  /// Reads a topic. `nil` when it is empty, too long, or has other characters.
  package init?(_ text: String) {
    guard (1...PushTopic.most).contains(text.utf8.count), text.utf8.allSatisfy(Base64URL.isDigit) else { return nil }
    self.text = text
  }

  /// The topic of an id of any length and form: 24 bytes of its SHA-256, so 32 characters, which don't show the id.
  package init(hashing id: String) { text = Base64URL.text(Array(SHA256.of(id).prefix(24))) }
}
