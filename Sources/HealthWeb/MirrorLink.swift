/// The address of the user's own web app, which the pages link.
package struct MirrorLink: Sendable, Equatable {
  /// The address as it was set.
  package let url: String
  /// The address up to its host and port, without names, passwords and queries: `https://app.example.org`.
  package let origin: String

  /// - Parameter text: An address with http or https and a host, in printable ASCII; `nil` for anything else.
  package init?(_ text: String) {
    guard text.utf8.count <= 2000,
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x3C && $0 != 0x3E && $0 != 0x5C })
    else { return nil }
    guard let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) }) else { return nil }
    let authority = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    guard !host.isEmpty, !host.hasPrefix(":") else { return nil }
    url = text
    origin = scheme + host
  }
}
