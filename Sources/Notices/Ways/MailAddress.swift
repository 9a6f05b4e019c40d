/// An e-mail address that is safe in a header and as an argument: `me@example.org`, or the name of a user of this machine.
package struct MailAddress: Sendable, Hashable, CustomStringConvertible {
  /// The address, at most 254 ASCII characters.
  package let description: String

  /// Reads an address: letters, digits and `._+-=&'~`, an `@`, and a host name. Blanks around it are dropped. Quoted
  /// names, comments and lists aren't read.
  ///
  /// - Throws: `.badAddress`.
  package init(_ text: String) throws(NoticeError) {
    let trimmed = text.drop(while: \.isWhitespace)
    let address = String(trimmed.prefix { !$0.isWhitespace })
    guard trimmed.dropFirst(address.count).allSatisfy(\.isWhitespace), MailAddress.isUsable(address) else {
      throw NoticeError(.badAddress(text))
    }
    description = address
  }

  private static func isUsable(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard text.utf8.count <= 254, (1...2).contains(parts.count), parts[0].utf8.count <= 64, !text.hasPrefix("-") else { return false }
    let isLocal = parts[0].utf8.allSatisfy { isAlphanumeric($0) || "._+-=&'~".utf8.contains($0) } && hasGoodDots(parts[0])
    guard parts.count == 2 else { return isLocal }
    return isLocal && parts[1].utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
      && hasGoodDots(parts[1])
  }

  /// Whether no part between dots is empty.
  private static func hasGoodDots(_ text: Substring) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) }
}
