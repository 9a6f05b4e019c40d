import Foundation
import Glibc

/// A port of this machine on which nothing is ever answered, no refusal either: a listener whose queue is full drops what comes.
package final class BlackHole {
  /// Which loopback address.
  package enum Family {
    /// 127.0.0.1.
    case ipv4
    /// ::1.
    case ipv6
  }

  /// Its port.
  package private(set) var port: UInt16
  private var sockets: [Int32] = []

  /// `nil` when the port is taken, or the machine has no such address.
  ///
  /// - Parameter port: 0 = any free one.
  package init?(_ family: Family, port: UInt16 = 0) {
    self.port = port
    let listener = BlackHole.socket(family, Int32(SOCK_CLOEXEC.rawValue))
    sockets.append(listener)
    guard listener >= 0, bindAndListen(listener, family) else { return nil }
    for _ in 0..<8 {
      let client = BlackHole.socket(family, Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue))
      sockets.append(client)
      _ = BlackHole.withAddress(family, self.port) { connect(client, $0, $1) }
    }
  }

  deinit { for socket in sockets where socket >= 0 { close(socket) } }

  private func bindAndListen(_ listener: Int32, _ family: Family) -> Bool {
    guard BlackHole.withAddress(family, port, { bind(listener, $0, $1) }) == 0, listen(listener, 0) == 0 else { return false }
    // The port stands at the same place in both families' addresses.
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let code = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &length) }
    }
    port = UInt16(bigEndian: address.sin6_port)
    return code == 0
  }

  private static func socket(_ family: Family, _ flags: Int32) -> Int32 {
    Glibc.socket(family == .ipv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue) | flags, 0)
  }

  private static func withAddress(
    _ family: Family, _ port: UInt16, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    func pass<T>(_ address: T) -> Int32 {
      withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<T>.size)) }
      }
    }
    switch family {
    case .ipv4:
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      return pass(address)
    case .ipv6:
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      return pass(address)
    }
  }
}
