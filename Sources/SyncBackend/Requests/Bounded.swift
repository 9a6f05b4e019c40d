import HealthModel

/// Whole numbers from clients. Each has a type of its own with a single initializer, with bounds that rule out overflow
/// in the server's sums.
enum Bounded {
  /// The most of anything that is counted: 2⁵³ − 1, which every JSON reader holds exactly (RFC 8259, 6).
  static let most: Int64 = 9_007_199_254_740_991

  /// A number of decimal digits without sign, spaces or needless zeros, in 0...`most`; `nil` for anything else.
  static func count(_ text: some StringProtocol) -> Int64? {
    guard (1...16).contains(text.utf8.count), text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      text.utf8.count == 1 || text.utf8.first != UInt8(ascii: "0"), let number = Int64(text), number <= most
    else { return nil }
    return number
  }
}

/// The number of a device's push, from 1.
struct DevicePushNumber: Sendable, Equatable {
  let value: Int64

  /// The number in its decimal text, 1...2⁵³ − 1; `nil` for anything else.
  init?(_ text: some StringProtocol) {
    guard let number = Bounded.count(text), number > 0 else { return nil }
    value = number
  }
}

/// The place of lines in a device's log of events: the request's key `<device>:<file>:<offset>`.
struct EventPlace: Sendable, Equatable {
  /// Lower-case hex.
  let device: String
  /// The number of the log's file on the device, 0...2⁵³ − 1.
  let file: Int64
  /// Bytes before the first line in that file, 0...2⁵³ − 1.
  let offset: Int64

  /// A place by its parts.
  init(device: String, file: Int64, offset: Int64) { (self.device, self.file, self.offset) = (device, file, offset) }

  /// Parses a key; `nil` when it is invalid.
  init?(_ key: String) {
    let parts = key.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3, RecordID.isDevice(parts[0].utf8), let file = Bounded.count(parts[1]), let offset = Bounded.count(parts[2])
    else { return nil }
    (device, self.file, self.offset) = (String(parts[0]), file, offset)
  }
}

/// A cursor of changes, `<epoch>.<seq>`.
struct ChangesCursor: Sendable, Equatable {
  /// The epoch's name, lower-case hex.
  let epoch: String
  /// The owner's counter, 0...2⁵³ − 1.
  let seq: Int64

  /// Parses the cursor's text; `nil` for one that isn't in the server's format.
  init?(_ text: String) {
    guard text.utf8.count <= 81, let dot = text.firstIndex(of: "."), RecordID.isDevice(text[..<dot].utf8),
      let seq = Bounded.count(text[text.index(after: dot)...])
    else { return nil }
    (epoch, self.seq) = (String(text[..<dot]), seq)
  }
}
