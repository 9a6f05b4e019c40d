import Glibc

/// The address of a Unix socket (unix(7)).
package struct UnixSocketAddress {
  private var address = sockaddr_un()
  private let length: socklen_t

  /// The address of a path, or of an abstract socket, whose name begins with a 0; `nil` = it is too long.
  package init?(_ name: some Collection<UInt8>) {
    guard name.count < MemoryLayout.size(ofValue: address.sun_path), let start = MemoryLayout.offset(of: \sockaddr_un.sun_path) else {
      return nil
    }
    length = socklen_t(start + name.count)
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
  }

  /// Calls `body` with the address as system calls take it.
  package func withPointer<T>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> T) -> T {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
