import Glibc

/// The host of an address as browsers write it: in lower case, without escapes, without a dot at its end.
enum InternetHost: Equatable {
  /// A name of letters, digits, hyphens and dots.
  case name(String)
  /// The four bytes of an IPv4 address as one number, the first byte highest.
  case ipv4(UInt32)
  /// The 16 bytes of an IPv6 address.
  case ipv6([UInt8])

  /// Reads a name, `192.0.2.1` or `[2001:db8::1]`. `nil` for anything else, including other spellings of IPv4 addresses, such as `0x7f.1`,
  /// which resolvers accept.
  init?(_ text: Substring) {
    if text.hasPrefix("["), text.hasSuffix("]") {
      var address = in6_addr()
      guard text.utf8.count <= 47, inet_pton(AF_INET6, String(text.dropFirst().dropLast()), &address) == 1 else { return nil }
      self = .ipv6(withUnsafeBytes(of: address) { Array($0) })
      return
    }
    guard text.utf8.count <= 253, let last = InternetHost.lastLabel(of: text) else { return nil }
    // As the URL standard has it, a number as last label makes an IPv4 address.
    if last.hasPrefix("0x") || last.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      var address = in_addr()
      guard inet_pton(AF_INET, String(text), &address) == 1 else { return nil }
      self = .ipv4(UInt32(bigEndian: address.s_addr))
    } else {
      self = .name(String(text))
    }
  }

  /// The last label of a name. `nil` when one of its labels isn't valid.
  private static func lastLabel(of text: Substring) -> Substring? {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    let areValid = labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-" && label.utf8.allSatisfy { marks.contains($0) }
    }
    return areValid ? labels.last : nil
  }

  private static let marks = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)

  /// Whether this host can be one of the internet: not this machine, a local network, or a block that is reserved.
  ///
  /// A name is judged by its text; the address that it resolves to isn't known here.
  var isPublic: Bool {
    switch self {
    case .name(let name): InternetHost.isPublic(name)
    case .ipv4(let address): !InternetHost.reserved.contains { address >> (32 - $0.bits) == $0.block >> (32 - $0.bits) }
    case .ipv6(let bytes): InternetHost.isPublic(bytes)
    }
  }

  /// Whether this is this machine: `localhost`, 127.0.0.0/8 or ::1.
  var isLoopback: Bool {
    switch self {
    case .name(let name): name == "localhost"
    case .ipv4(let address): address >> 24 == 127
    case .ipv6(let bytes): bytes == [UInt8](repeating: 0, count: 15) + [1]
    }
  }

  /// Names of local networks: without a dot, or under a domain that is reserved for them (RFC 6761, 6762 and 8375, and ICANN's `internal`).
  private static func isPublic(_ name: String) -> Bool {
    name.contains(".") && ![".localhost", ".local", ".internal", ".home.arpa"].contains { name.hasSuffix($0) }
      && name != "home.arpa"
  }

  /// 2000::/3 is the only part of IPv6 that is assigned to the internet. Of it, 2001::/23 and 2002::/16 hold tunnels, which can lead to any IPv4
  /// address, and 2001:db8::/32 and 3fff::/20 are for documentation (IANA's registry of special-purpose addresses).
  private static func isPublic(_ bytes: [UInt8]) -> Bool {
    guard bytes[0] >> 5 == 1 else { return false }
    switch (bytes[0], bytes[1]) {
    case (0x20, 0x01): return bytes[2] >> 1 != 0 && !(bytes[2] == 0x0D && bytes[3] == 0xB8)
    case (0x20, 0x02): return false
    case (0x3F, 0xFF): return bytes[2] >> 4 != 0
    default: return true
    }
  }

  /// The blocks of IPv4 that aren't the internet's (IANA's registry of special-purpose addresses, RFC 6890), and multicast.
  private static let reserved: [(block: UInt32, bits: UInt32)] = [
    (0x0000_0000, 8),  // 0.0.0.0, this network
    (0x0A00_0000, 8),  // 10.0.0.0, private
    (0x6440_0000, 10),  // 100.64.0.0, shared by a provider's customers
    (0x7F00_0000, 8),  // 127.0.0.0, loopback
    (0xA9FE_0000, 16),  // 169.254.0.0, link-local
    (0xAC10_0000, 12),  // 172.16.0.0, private
    (0xC000_0000, 24),  // 192.0.0.0, protocols
    (0xC000_0200, 24),  // 192.0.2.0, documentation
    (0xC058_6300, 24),  // 192.88.99.0, tunnels
    (0xC0A8_0000, 16),  // 192.168.0.0, private
    (0xC612_0000, 15),  // 198.18.0.0, benchmarks
    (0xC633_6400, 24),  // 198.51.100.0, documentation
    (0xCB00_7100, 24),  // 203.0.113.0, documentation
    (0xE000_0000, 3),  // 224.0.0.0, multicast, and 240.0.0.0, reserved
  ]
}
