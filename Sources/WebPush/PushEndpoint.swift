import HealthModel

/// The address to which messages for one browser are posted. Whoever knows it can post there, so it isn't shown or logged.
///
/// A browser gives it, so the server would send a request to any address that a page made up; therefore only hosts of the internet are allowed.
package struct PushEndpoint: Sendable, Hashable, CustomStringConvertible {
  /// The largest length in bytes. Those of the large push services have 100 to 700.
  package static let mostBytes = 2048

  /// The whole address.
  package let url: String
  /// Scheme, host and port, without the scheme's own port: `https://push.example.net`. Nothing in it is secret.
  package let origin: String

  /// The origin alone.
  package var description: String { origin }

  /// Reads an address as browsers write it: `https://HOST[:PORT]/…`, printable ASCII, the host in lower case, without user name and fragment.
  ///
  /// - Parameter allowsLoopback: For tests: whether this machine's own addresses are allowed, too, also with `http://`.
  /// - Throws: `.badSubscription`.
  package init(_ url: String, allowsLoopback: Bool = false) throws(WebPushError) {
    guard url.utf8.count <= PushEndpoint.mostBytes else {
      throw .badSubscription("the subscription's address is longer than \(PushEndpoint.mostBytes) bytes")
    }
    guard url.utf8.allSatisfy(PushEndpoint.isAllowed), let (scheme, authority, port) = PushEndpoint.parts(of: url),
      let host = InternetHost(authority), scheme == "https" || allowsLoopback && host.isLoopback
    else { throw .badSubscription("the subscription's address isn't an https address") }
    guard host.isPublic || allowsLoopback && host.isLoopback else {
      throw .badSubscription("the subscription's address leads to \(authority), which isn't on the internet")
    }
    self.url = url
    origin = "\(scheme)://\(authority)" + (port.map { $0 == (scheme == "https" ? 443 : 80) ? "" : ":\($0)" } ?? "")
  }

  /// Printable ASCII without the characters that a URL must escape (RFC 3986), `\`, which browsers read as `/`, and `#`.
  private static func isAllowed(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) && !forbidden.contains(byte) }

  private static let forbidden = Set("\"<>\\^`{|}#".utf8)

  /// Scheme, host and port; the port is `nil` when it isn't named. Everything up to the first slash is host and port, so a user name fails as a host.
  private static func parts(of url: String) -> (scheme: String, host: Substring, port: Int?)? {
    guard let scheme = ["https", "http"].first(where: { url.hasPrefix("\($0)://") }) else { return nil }
    let rest = url.dropFirst(scheme.utf8.count + 3)
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    let authority = rest[..<slash]
    let nameEnd = authority.hasPrefix("[") ? authority.firstIndex(of: "]") ?? authority.startIndex : authority.startIndex
    guard let colon = authority[nameEnd...].firstIndex(of: ":") else { return (scheme, authority, nil) }
    let digits = authority[authority.index(after: colon)...]
    guard let port = Int(digits), (1...65_535).contains(port), String(port) == digits else { return nil }
    return (scheme, authority[..<colon], port)
  }
}
