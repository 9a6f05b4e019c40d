import HealthModel

/// The address under which a proxy on this machine serves the pages to other devices: `https://kitchen.example.ts.net`.
package struct PublicOrigin: Sendable, Equatable {
  /// `kitchen.example.ts.net`, with its port unless that is 443; lower case.
  package let host: String

  /// The address that users open.
  package var url: String { "https://\(host)" }

  /// Reads `https://HOST` or `https://HOST:PORT`; a slash at the end doesn't count. `nil` for anything else: without TLS a browser gives no page a
  /// service worker or secure cookies.
  package init?(_ text: String) {
    let text = text.lowercased()
    guard text.hasPrefix("https://") else { return nil }
    var rest = text.dropFirst("https://".count)
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty, name.utf8.count <= 253, !name.hasPrefix("."), !name.hasPrefix("-"),
      name.utf8.allSatisfy({ PublicOrigin.marks.contains($0) })
    else { return nil }
    guard parts.count == 2 else {
      host = String(name)
      return
    }
    guard let port = Int(parts[1]), (1...65_535).contains(port), String(port) == parts[1] else { return nil }
    host = port == 443 ? String(name) : "\(name):\(port)"
  }

  private static let marks = Set("abcdefghijklmnopqrstuvwxyz0123456789-.".utf8)
}
