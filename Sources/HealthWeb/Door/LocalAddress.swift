/// The names the server answers to: those of this machine with its port, its address on the local network if it listens there, and the address that a
/// proxy shows. Any other name in a request's `Host` belongs to a foreign page that pointed its own name here (DNS rebinding).
package struct LocalAddress: Sendable, Equatable {
  /// The port that is listened on.
  package let port: Int
  /// The proxy's; `nil` = there is none.
  package let origin: PublicOrigin?
  /// The IPv4 address of this machine on the local network, `192.168.1.5`; `nil` = the server doesn't listen there.
  package let network: String?

  /// The addresses of a server.
  package init(port: Int, origin: PublicOrigin? = nil, network: String? = nil) {
    (self.port, self.origin, self.network) = (port, origin, network)
  }

  /// The address that users open: `http://127.0.0.1:4747`, that on the local network, or the proxy's.
  package var url: String { origin?.url ?? "http://\(network ?? "127.0.0.1"):\(port)" }

  /// Whether a request's Host is this server.
  package func isHost(_ host: String?) -> Bool {
    guard let host = host?.lowercased() else { return false }
    return isProxied(host) || names.contains { host == "\($0):\(port)" || port == 80 && host == $0 }
  }

  /// Whether a request with that Host came by the proxy.
  package func isProxied(_ host: String) -> Bool { origin.map { $0.host == host.lowercased() } ?? false }

  /// Whether a request that changes something was made by a page of this server: its Origin is the one that the browser asked, and the browser itself
  /// says so where it can (`Sec-Fetch-Site`).
  ///
  /// - Parameter host: The request's Host, which `isHost`.
  package func isOwnPage(origin: String?, fetchSite: String?, host: String) -> Bool {
    guard let origin else { return false }
    let own = "\(isProxied(host) ? "https" : "http")://\(host.lowercased())"
    return origin.lowercased() == own && (fetchSite ?? "same-origin") == "same-origin"
  }

  /// The cookie of a browser's session. Under TLS its prefix makes browsers keep it to this very host. Else it has the port in it: cookies don't know
  /// ports, and there may be a server for each profile.
  ///
  /// - Parameter host: The request's Host, which `isHost`.
  package func cookieName(host: String) -> String { isProxied(host) ? "__Host-hsync" : "hsync-\(port)" }

  private var names: [String] { ["127.0.0.1", "localhost"] + [network].compactMap(\.self) }
}
