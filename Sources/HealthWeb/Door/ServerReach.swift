/// The places from which the pages can be reached.
struct ServerReach: Sendable, Equatable {
  /// The address that a proxy on this machine shows; `nil` = there is none.
  let origin: PublicOrigin?
  /// Whether the server listens on the local network, without TLS, instead of on this machine alone.
  let isOnNetwork: Bool

  /// The IPv4 address that is listened on.
  var listensOn: String { isOnNetwork ? "0.0.0.0" : "127.0.0.1" }

  /// The names that a request may be sent to. On the local network that is the very address that the browser connected to: a name could be
  /// anybody's.
  func address(for context: WebContext) -> LocalAddress {
    LocalAddress(port: context.port, origin: origin, network: isOnNetwork ? context.ownIP : nil)
  }
}
