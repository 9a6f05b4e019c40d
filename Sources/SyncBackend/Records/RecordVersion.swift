/// The version of a record: the larger one wins.
///
/// The clock is a hybrid one: milliseconds since 1970 in the upper 48 bits, a counter in the lower 16.
struct RecordVersion: Sendable, Hashable, Comparable {
  /// `ms << 16 | counter`, above 0. In JSON a decimal string, as it doesn't fit a double.
  var hlc: Int64
  /// The device that made it, lower-case hex; compared bytewise when the clocks agree.
  var device: String

  /// The clock's milliseconds since 1970.
  var ms: Int64 { hlc >> 16 }

  /// The clock of an instant with its counter at 0.
  static func clock(atMs ms: Int64) -> Int64 { ms << 16 }

  /// The clock in a JSON text: decimal digits, above 0, without sign or leading zeros. `nil` for anything else.
  static func clock(_ text: String) -> Int64? {
    guard let first = text.utf8.first, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(first) else { return nil }
    return Int64(text)
  }

  static func < (a: RecordVersion, b: RecordVersion) -> Bool {
    a.hlc != b.hlc ? a.hlc < b.hlc : a.device.utf8.lexicographicallyPrecedes(b.device.utf8)
  }
}
