/// The address at which a push service can reach the operator of this server: `mailto:` or `https:` (RFC 8292, 2.1).
///
/// Some services refuse messages whose contact can't be a real one, so the host must be one of the internet.
package struct PushContact: Sendable, Equatable {
  /// The URI, as it is sent to push services.
  package let uri: String

  /// Reads `me@example.org`, `mailto:me@example.org` or `https://example.org/contact`. `nil` for anything else.
  ///
  /// The part before the `@` has letters, digits, and `.`, `_`, `~`, `+`, `-` only: others would have to be escaped in a URI.
  package init?(_ text: String) {
    guard text.utf8.count <= 320 else { return nil }
    if text.hasPrefix("https://") {
      let isURL = ((try? PushEndpoint(text)) ?? (try? PushEndpoint(text + "/"))) != nil
      guard isURL else { return nil }
      uri = text
    } else {
      let address = text.hasPrefix("mailto:") ? text.dropFirst("mailto:".utf8.count) : text[...]
      guard PushContact.isMail(address) else { return nil }
      uri = "mailto:\(address)"
    }
  }

  private static func isMail(_ address: Substring) -> Bool {
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...64).contains(parts[0].utf8.count), parts[0].utf8.allSatisfy({ marks.contains($0) }),
      let host = InternetHost(parts[1].lowercased()[...]), case .name = host
    else { return false }
    return host.isPublic
  }

  private static let marks = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~+-".utf8)
}
