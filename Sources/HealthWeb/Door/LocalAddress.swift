/// Where the server can be asked: under names of this machine and its port. Any other name in a request's Host is of a page elsewhere that made its own
/// name lead here (DNS rebinding).
package struct LocalAddress: Sendable, Equatable {
  /// The port that is listened on.
  package let port: Int

  /// The address of a port.
  package init(port: Int) { self.port = port }

  /// As people open it: `http://127.0.0.1:4747`.
  package var url: String { "http://127.0.0.1:\(port)" }

  /// Whether a request's Host is this server.
  package func isHost(_ host: String?) -> Bool {
    guard let host = host?.lowercased() else { return false }
    return names.contains { host == "\($0):\(port)" || port == 80 && host == $0 }
  }

  /// Whether a request that changes something was made by a page of this server: its Origin is the one that the browser asked, and the browser itself
  /// says so where it can (`Sec-Fetch-Site`).
  ///
  /// - Parameter host: The request's Host, which `isHost`.
  package func isOwnPage(origin: String?, fetchSite: String?, host: String) -> Bool {
    guard let origin else { return false }
    return origin.lowercased() == "http://\(host.lowercased())" && (fetchSite ?? "same-origin") == "same-origin"
  }

  /// The cookie of a browser's session: cookies don't know ports, and there may be a server for each profile.
  package var cookieName: String { "hsync-\(port)" }

  private var names: [String] { ["127.0.0.1", "localhost"] }
}
