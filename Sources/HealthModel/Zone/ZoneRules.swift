/// The offset of one time zone from UTC at any instant: the contents of a file of the time zone database
/// (TZif, RFC 9636), as it lies under `/usr/share/zoneinfo`.
///
/// Read here rather than asked of Foundation, whose answers need the ICU library: 40 MB for the table that every system has.
public struct ZoneRules: Sendable {
  /// Instants of changes, seconds since 1970, ascending, and the offset in seconds from each on.
  private var changes: [Int64] = []
  private var offsets: [Int64] = []
  /// Before the first change.
  private var firstOffset: Int64 = 0
  /// The rule after the last change, if the file has one.
  private var rule: ZoneTail?

  /// Reads a TZif file of any version. `nil` when the bytes aren't one.
  public init?(tzif bytes: [UInt8]) {
    guard var block = TZifBlock(bytes, at: 0, timeBytes: 4) else { return nil }
    if block.version >= 2 {
      guard let second = TZifBlock(bytes, at: block.end, timeBytes: 8) else { return nil }
      block = second
      let footer = bytes[block.end...]
      if footer.first == UInt8(ascii: "\n"), let end = footer.dropFirst().firstIndex(of: UInt8(ascii: "\n")) {
        rule = ZoneTail(footer[(block.end + 1)..<end])
      }
    }
    guard let first = block.offsets.first else { return nil }
    firstOffset = first
    changes = block.changes
    offsets = block.kinds.map { block.offsets[$0] }
  }

  /// A zone without changes.
  /// - Parameter fixedMin: minutes east of UTC.
  public init(fixedMin: Int) { firstOffset = Int64(fixedMin) * 60 }

  /// Milliseconds ahead of UTC at an instant, milliseconds UTC.
  public func offsetMs(at ms: Int64) -> Int64 {
    let second = ms >= 0 ? ms / 1000 : (ms - 999) / 1000
    return 1000 * offset(at: second)
  }

  /// Minutes ahead of UTC at an instant, as rows keep it; odd seconds of zones before 1972 are dropped.
  public func offsetMin(at ms: Int64) -> Int { Int(offsetMs(at: ms) / 60_000) }

  /// An instant, milliseconds UTC, as clocks in the zone show it.
  public func moment(atMs ms: Int64) -> Moment { Moment(ms: ms, utcOffsetMin: offsetMin(at: ms)) }

  /// The instant at which clocks in the zone show a time, the first one if they show it twice. A time that daylight saving
  /// skips is moved on by the length of the gap: on 2026-03-29 in Berlin, 02:30 is 03:30.
  ///
  /// - Parameter minute: Minutes since midnight on the clock; others than 0…1439 are on another day.
  public func moment(on day: Day, minute: Int) -> Moment {
    moment(atMs: ZoneRules.instant(showing: Int64(day.number) * 86_400_000 + Int64(minute) * 60_000, offsetMs: offsetMs(at:)))
  }

  /// The rule of `moment(on:minute:)` for any source of a zone's offsets.
  ///
  /// - Parameters:
  ///   - shownMs: The time that clocks show, in milliseconds since 1970-01-01 00:00 on them.
  ///   - offsetMs: The offset from UTC at an instant, both in milliseconds.
  /// - Returns: Milliseconds since 1970-01-01T00:00:00Z.
  public static func instant(showing shownMs: Int64, offsetMs: (Int64) -> Int64) -> Int64 {
    let (before, after) = (offsetMs(shownMs - 86_400_000), offsetMs(shownMs + 86_400_000))
    let shows = [max(before, after), min(before, after)].map { shownMs - $0 }.first { offsetMs($0) == shownMs - $0 }
    // Skipped: a clock that wasn't set forward would show it at that instant.
    return shows ?? shownMs - before
  }

  private func offset(at second: Int64) -> Int64 {
    guard let first = changes.first, second >= first else {
      return changes.isEmpty ? rule?.offset(at: second) ?? firstOffset : firstOffset
    }
    if let rule, second >= changes[changes.count - 1] { return rule.offset(at: second) }
    var low = 0
    var high = changes.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if changes[middle] <= second { low = middle } else { high = middle }
    }
    return offsets[low]
  }
}

/// One of the two data blocks of a TZif file.
private struct TZifBlock {
  let version: Int
  private(set) var changes: [Int64] = []
  /// The index in `offsets` that applies from each change on.
  private(set) var kinds: [Int] = []
  private(set) var offsets: [Int64] = []
  /// The position of the block's end.
  let end: Int

  /// `nil` when the bytes at `start` aren't such a block, or end before it does.
  init?(_ bytes: [UInt8], at start: Int, timeBytes: Int) {
    func integer(_ place: Int, _ count: Int) -> Int64 {
      let bits = bytes[place..<(place + count)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return count == 8 ? Int64(bitPattern: bits) : Int64(Int32(truncatingIfNeeded: bits))
    }
    guard start >= 0, bytes.count - start >= 44, Array(bytes[start..<(start + 4)]) == Array("TZif".utf8) else { return nil }
    version = bytes[start + 4] == 0 ? 1 : Int(bytes[start + 4]) - Int(UInt8(ascii: "0"))
    let counts = (0..<6).map { Int(integer(start + 20 + 4 * $0, 4)) }
    guard counts.allSatisfy({ (0...100_000).contains($0) }), counts[4] > 0 else { return nil }
    let (utc, standard, leap, time, type, text) = (counts[0], counts[1], counts[2], counts[3], counts[4], counts[5])
    let body = start + 44
    let types = body + time * (timeBytes + 1)
    end = types + type * 6 + text + leap * (timeBytes + 4) + standard + utc
    guard end <= bytes.count else { return nil }
    changes = (0..<time).map { integer(body + $0 * timeBytes, timeBytes) }
    kinds = (0..<time).map { Int(bytes[body + time * timeBytes + $0]) }
    offsets = (0..<type).map { integer(types + 6 * $0, 4) }
    guard kinds.allSatisfy({ $0 < type }), offsets.allSatisfy({ abs($0) < 26 * 3600 }), zip(changes, changes.dropFirst()).allSatisfy(<)
    else {
      return nil
    }
  }
}
