import Hummingbird

/// The place at which a server takes connections.
package enum ListenAddress: Sendable, Equatable {
  /// A TCP port, 0 for any free one, of an address or a name of this machine.
  case port(host: String, port: Int)
  /// A Unix socket by its path, which the server makes and removes.
  case socket(String)

  /// The longest path of a socket, in bytes (unix(7)).
  private static let longestPath = 107

  /// Reads `9187` (of 127.0.0.1), `192.0.2.1:9187`, `[::1]:9187` or the absolute path of a socket; `nil` when it is none of these.
  package init?(_ text: String) {
    if text.hasPrefix("/") {
      guard text.utf8.count <= ListenAddress.longestPath else { return nil }
      self = .socket(text)
      return
    }
    let colon = text.lastIndex(of: ":")
    guard let port = UInt16(colon.map { text[text.index(after: $0)...] } ?? text[...]) else { return nil }
    var host = colon.map { String(text[..<$0]) } ?? "127.0.0.1"
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) } else if host.contains(":") { return nil }
    guard !host.isEmpty else { return nil }
    self = .port(host: host, port: Int(port))
  }

  /// The same for Hummingbird.
  var bindAddress: BindAddress {
    switch self {
    case .port(let host, let port): .hostname(host, port: port)
    case .socket(let path): .unixDomainSocket(path: path)
    }
  }

  /// `http://127.0.0.1:8787`, or `unix:/run/hsync.sock`; an IPv6 address is put into brackets. `port`: the one that was free.
  func url(port bound: Int?) -> String {
    switch self {
    case .port(let host, let port): "http://\(host.contains(":") ? "[\(host)]" : host):\(bound ?? port)"
    case .socket(let path): "unix:\(path)"
    }
  }
}
