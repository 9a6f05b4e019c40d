import Glibc
import Hummingbird
import NIOCore

/// The client for whom requests and connections are counted: an IPv4 address, or the /64 network of an IPv6 address, which is one customer's.
struct ClientAddress: Sendable, Hashable {
  /// The 4 or 8 bytes.
  private let bytes: [UInt8]

  /// The address of a connection; of a Unix socket's, this machine's. `nil` for one without.
  init?(_ address: SocketAddress?) {
    guard let address else { return nil }
    switch address {
    case .v4(let v4): self.init(v4: withUnsafeBytes(of: v4.address.sin_addr) { Array($0) })
    case .v6(let v6): self.init(v6: withUnsafeBytes(of: v6.address.sin6_addr) { Array($0) })
    case .unixDomainSocket: self.init(v4: [127, 0, 0, 1])
    }
  }

  /// An address in its text; `nil` when it is none.
  init?(_ text: some StringProtocol) {
    var (v4, v6) = (in_addr(), in6_addr())
    let text = String(text.prefix(64))
    if inet_pton(AF_INET, text, &v4) == 1 {
      self.init(v4: withUnsafeBytes(of: v4) { Array($0) })
    } else if inet_pton(AF_INET6, text, &v6) == 1 {
      self.init(v6: withUnsafeBytes(of: v6) { Array($0) })
    } else {
      return nil
    }
  }

  private init(v4 address: [UInt8]) { bytes = address }

  private init(v6 address: [UInt8]) {
    // ::ffff:192.0.2.1 is an IPv4 address (RFC 4291, 2.5.5.2). ::1 has to stay apart from the rest of its network.
    if address.prefix(10).allSatisfy({ $0 == 0 }) {
      bytes = address[10...11].allSatisfy { $0 == 0xFF } ? Array(address.suffix(4)) : address
    } else {
      bytes = Array(address.prefix(8))
    }
  }

  /// Whether it is this machine's own: 127.0.0.0/8 or ::1.
  var isLoopback: Bool { bytes.count == 4 ? bytes[0] == 127 : bytes.count == 16 && bytes.last == 1 }

  /// Returns the sender of a request from `peer`; `nil` when it isn't known, and then the request isn't counted.
  ///
  /// A connection from this machine is a proxy's, whose client is the last entry of X-Forwarded-For. From other
  /// machines that header is an unverified claim of the client.
  init?(of request: Request, from peer: ClientAddress?) {
    guard let peer else { return nil }
    guard peer.isLoopback else {
      self = peer
      return
    }
    guard let name = HeaderName.forwardedFor, let last = request.headers[values: name].last?.split(separator: ",").last,
      let address = ClientAddress(last.trimmingPrefix { $0 == " " })
    else { return nil }
    self = address
  }
}
