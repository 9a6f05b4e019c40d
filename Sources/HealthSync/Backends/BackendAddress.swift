import HealthModel

/// The host and port of an address (RFC 3986, section 3.2), without a user: what a person may have mistyped so that no request can be made.
struct BackendAddress {
  /// `nil` when the address isn't a server's URL.
  ///
  /// - Parameter url: The part after its scheme: `example.org:8080/api`.
  init?(behindScheme rest: Substring) {
    // Blanks, controls and what can stand in no URL; letters of all alphabets may, in names of hosts.
    let others = "\"<>\\^`{|}".unicodeScalars
    guard rest.unicodeScalars.allSatisfy({ $0.value > 0x20 && !$0.steersTerminal && !others.contains($0) }) else { return nil }
    let authority = rest.prefix { $0 != "/" }
    guard authority.utf8.count <= 1000 else { return nil }
    var port: Substring?
    if authority.first == "[" {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      let digits = authority[authority.index(after: authority.startIndex)..<end]
      guard digits.contains(":"), digits.utf8.allSatisfy({ Self.isOfIPv6($0) }) else { return nil }
      let behind = authority[authority.index(after: end)...]
      guard behind.isEmpty || behind.first == ":" else { return nil }
      port = behind.isEmpty ? nil : behind.dropFirst()
    } else {
      let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard let host = parts.first, !host.isEmpty, !host.contains("["), !host.contains("]") else { return nil }
      port = parts.count > 1 ? parts[1] : nil
    }
    if let port { guard let number = UInt16(port), number > 0, port.utf8.first != UInt8(ascii: "+") else { return nil } }
  }

  private static func isOfIPv6(_ byte: UInt8) -> Bool {
    (0x30...0x3A).contains(byte) || (0x61...0x66).contains(byte | 0x20) || byte == UInt8(ascii: ".")
  }
}
