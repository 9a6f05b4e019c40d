import Glibc
import HealthModel

/// The system's time zone database, one file per zone.
package enum ZoneFile {
  /// Returns the rules of a zone, by its IANA name: `Europe/Paris`. `nil` when there is no such zone; UTC always
  /// exists.
  ///
  /// Searches `TZDIR`, as the C library does, else `/usr/share/zoneinfo`. Takes some 50 µs.
  package static func rules(of name: String) -> ZoneRules? {
    if isName(name), let bytes = contents(of: folder + "/" + name), let rules = ZoneRules(tzif: bytes) { return rules }
    return ["UTC", "Etc/UTC", "GMT", "Etc/GMT", "Z"].contains(name) ? ZoneRules(fixedMin: 0) : nil
  }

  /// Letters, digits, `+`, `-`, `_`, and single slashes between: a name can't lead out of the folder.
  private static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count <= 4
      && parts.allSatisfy { part in
        !part.isEmpty && part.count <= 40 && part.utf8.allSatisfy { isLetter($0) || "0123456789+-_".utf8.contains($0) }
      }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { ("a"..."z").contains(Character(UnicodeScalar(byte | 0x20))) && byte < 0x80 }

  private static var folder: String { getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo" }

  /// At most 64 KiB: the largest zone has 4.
  private static func contents(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    return [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in count = fread(buffer.baseAddress, 1, buffer.count, file) }
  }
}
