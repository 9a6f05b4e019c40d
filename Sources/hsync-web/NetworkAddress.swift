import Glibc

/// The address of this machine on the local network.
enum NetworkAddress {
  /// Returns the IPv4 address of the first interface that is up, private addresses first: `192.168.1.5`. `nil` = there is none but loopback.
  static func first() -> String? {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return nil }
    defer { freeifaddrs(list) }
    let found = sequence(first: list, next: { $0?.pointee.ifa_next }).prefix { $0 != nil }.compactMap { $0.flatMap(address) }
    return best(of: found)
  }

  /// Returns the first private address, else the first one.
  static func best(of addresses: [UInt32]) -> String? {
    (addresses.first(where: isPrivate) ?? addresses.first).map { address in
      [24, 16, 8, 0].map { String(address >> $0 & 0xFF) }.joined(separator: ".")
    }
  }

  /// 10.0.0.0/8, 172.16.0.0/12 and 192.168.0.0/16 (RFC 1918).
  private static func isPrivate(_ address: UInt32) -> Bool { address >> 24 == 10 || address >> 20 == 0xAC1 || address >> 16 == 0xC0A8 }

  /// The IPv4 address of an interface that is up and isn't loopback.
  private static func address(_ interface: UnsafeMutablePointer<ifaddrs>) -> UInt32? {
    let flags = Int32(bitPattern: interface.pointee.ifa_flags)
    guard flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0, let address = interface.pointee.ifa_addr,
      address.pointee.sa_family == sa_family_t(AF_INET)
    else { return nil }
    return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt32(bigEndian: $0.pointee.sin_addr.s_addr) }
  }
}
