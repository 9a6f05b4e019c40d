import HealthModel

/// A number of bytes as a person writes it: `20MB`, `500 kB`, `1.5 GiB`, `4096`.
package struct ByteSize: Equatable {
  package let bytes: Int

  /// `nil` when it is no number that has one reading (`1,500 kB` has two) with a unit of B, kB, MB, GB (1000) or KiB, MiB, GiB (1024), whatever the case of its letters; 0, negative, or
  /// more than a petabyte.
  package init?(_ text: String) {
    let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "," }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
    // A number of bytes may have more digits than others that are typed.
    let bytes = digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Double(digits) : nil
    guard let number = bytes ?? (try? TypedNumber(digits).value), let factor = ByteSize.units[unit] else { return nil }
    self.init(number * factor)
  }

  /// So many bytes; `nil` when it is less than one, or more than a petabyte.
  package init?(_ bytes: Double) {
    guard bytes >= 1, bytes <= 1e15 else { return nil }
    self.bytes = Int(bytes.rounded())
  }

  /// As short as it can be said without losing a byte, and as it is read again: `20MB`, `1536kB`, `4097`.
  package var text: String {
    for (unit, name) in [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")] where bytes % unit == 0 { return "\(bytes / unit)\(name)" }
    return String(bytes)
  }

  private static let units: [String: Double] = [
    "": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "kib": 1024, "mib": 1_048_576, "gib": 1_073_741_824,
  ]
}
