import FoundationEssentials
import HealthModel

/// A device's last push.
struct LastPush: Sendable, Equatable {
  /// Its number, from 1.
  let number: Int64
  /// SHA-256 of its unpacked body.
  let sha256: Data
}

/// The rule of push numbers. A device counts its pushes; the last number and hash are stored with the records, so that a push that is sent again
/// changes nothing, and a device or a server that was put back to an older state shows in one number.
enum PushLedger {
  /// The side that was put back.
  enum Rewind: Sendable, Equatable {
    /// The number was used for other bytes, or is older than the last.
    case device(number: Int64)
    /// The number is beyond the next one.
    case server
  }

  /// The kinds of a push.
  enum Finding: Sendable, Equatable {
    /// The next one of a device; `isFirst`: of a device that has none yet.
    case next(isFirst: Bool)
    /// The last one once more: it gets the stored answer.
    case again
    /// Neither. `last` is the device's last number, 0 = none.
    case rewound(Rewind, last: Int64)
  }

  /// A device with its last push, `{"dev":"d3f19c0a","last":7,"seen_at_ms":…}`.
  static func json(device: String, last: Int64, seenAtMs: Int64) -> JSON {
    .object([("dev", .string(device)), ("last", JSON(last)), ("seen_at_ms", JSON(seenAtMs))])
  }

  /// The kind of a push with a number and a hash, after the device's last one.
  static func finding(number: Int64, sha256: Data, after last: LastPush?) -> Finding {
    if let last, last.number == number, last.sha256 == sha256 { return .again }
    let lastNumber = last?.number ?? 0
    guard number == lastNumber + 1 else { return .rewound(number <= lastNumber ? .device(number: number) : .server, last: lastNumber) }
    return .next(isFirst: last == nil)
  }
}
