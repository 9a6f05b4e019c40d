import HealthModel

/// Reads instants: Apple's `2025-11-20 09:30:00 -0500`, ISO 8601 as GPX has it (`2025-11-20T14:30:00.5Z`, `+01:00`), and what
/// `LocalizedTime` reads of phones in other languages.
///
/// It remembers the last day and the last offset, because those of neighbouring records are nearly always the same.
struct TimeReader {
  /// The zone of times without an offset. `nil` = they aren't read.
  var zone: ZoneRules?

  private var lastYearMonth: UInt64 = 0
  private var lastDay: UInt16 = 0
  private var lastMidnightMs: Int64 = 0
  private var lastOffset: UInt32 = 0
  private var lastOffsetEnd: UInt8 = 0
  private var lastOffsetMs: Int64 = 0

  /// A reader that has read nothing yet.
  init(zone: ZoneRules? = nil) { self.zone = zone }

  /// The instant in milliseconds since 1970, UTC; `nil` when `text` isn't one, or has no offset and there is no `zone`. A leap
  /// second is the second after.
  mutating func instant(_ text: ByteText) -> Int64? {
    guard text.count == 25, text[10] == 0x20, text[13] == 0x3A, text[16] == 0x3A, text[19] == 0x20 else {
      return longInstant(text) ?? localizedInstant(text)
    }
    guard let time = timeMs(text) else { return nil }
    let yearMonth = text.word(at: 0)
    let last = text.word(at: 17)
    let day = UInt16(truncatingIfNeeded: text.word(at: 8))
    if yearMonth != lastYearMonth || day != lastDay {
      guard let midnight = midnightMs(text) else { return nil }
      (lastYearMonth, lastDay, lastMidnightMs) = (yearMonth, day, midnight)
    }
    let offset = UInt32(truncatingIfNeeded: last >> 24)
    if offset != lastOffset || text[24] != lastOffsetEnd {
      guard let milliseconds = offsetMs(text.dropping(20)) else { return nil }
      (lastOffset, lastOffsetEnd, lastOffsetMs) = (offset, text[24], milliseconds)
    }
    return lastMidnightMs &+ time &- lastOffsetMs
  }

  private func localizedInstant(_ text: ByteText) -> Int64? {
    guard let time = LocalizedTime(text.bytes) else { return nil }
    return zone.map { time.instant(in: $0) } ?? time.instant
  }

  /// `HH:mm:ss` at 11 as milliseconds.
  @inline(__always) private func timeMs(_ text: ByteText) -> Int64? {
    let h1 = text[11] &- 0x30, h2 = text[12] &- 0x30, m1 = text[14] &- 0x30, m2 = text[15] &- 0x30, s1 = text[17] &- 0x30,
      s2 = text[18] &- 0x30
    guard h1 <= 2, h2 <= 9, m1 <= 5, m2 <= 9, s1 <= 6, s2 <= 9 else { return nil }
    let hour = Int64(h1) &* 10 &+ Int64(h2)
    let second = Int64(s1) &* 10 &+ Int64(s2)
    guard hour < 24, second <= 60 else { return nil }
    return ((hour &* 60 &+ Int64(m1) &* 10 &+ Int64(m2)) &* 60 &+ second) &* 1000
  }

  /// `yyyy-MM-dd` at 0 as the milliseconds of its midnight in UTC.
  private func midnightMs(_ text: ByteText) -> Int64? {
    // Years before 2400, which nearly all are, need no other calendar.
    let isUsual = text[0] == 0x31 || (text[0] == 0x32 && text[1] < 0x34)
    let usual = isUsual ? Day(String(decoding: text.first(10).bytes, as: UTF8.self)) : nil
    guard let day = usual ?? LocalizedTime(text.first(10).bytes)?.day else { return nil }
    return Int64(day.number) * 86_400_000
  }

  /// `Z`, `±HHmm` or `±HH:mm` as milliseconds east of UTC.
  private func offsetMs(_ text: ByteText) -> Int64? {
    if text.count == 1, text[0] | 0x20 == 0x7A { return 0 }
    guard text.count == 5 || (text.count == 6 && text[3] == 0x3A), text[0] == 0x2B || text[0] == 0x2D else { return nil }
    let digits = [text[1], text[2], text[text.count - 2], text[text.count - 1]].map { Int64($0) - 0x30 }
    guard digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
    let minutes = (digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3]
    guard minutes <= 18 * 60, digits[2] < 6 else { return nil }
    return (text[0] == 0x2D ? -minutes : minutes) * 60_000
  }

  /// Any other form: a `T`, a fraction of a second, a colon in the offset or a `Z`.
  private func longInstant(_ text: ByteText) -> Int64? {
    guard text.count >= 20, text.count <= 40, text[10] == 0x20 || text[10] | 0x20 == 0x74, text[13] == 0x3A, text[16] == 0x3A else {
      return nil
    }
    guard let time = timeMs(text), let midnight = midnightMs(text) else { return nil }
    var at = 19
    var fractionMs: Int64 = 0
    if text[at] == 0x2E || text[at] == 0x2C {
      at += 1
      var place: Int64 = 100
      let start = at
      while at < text.count, text[at] &- 0x30 <= 9 {
        fractionMs += Int64(text[at] &- 0x30) * place
        place /= 10
        at += 1
      }
      guard at > start else { return nil }
    }
    if at < text.count, text[at] == 0x20 { at += 1 }
    guard let offset = offsetMs(text.dropping(at)) else { return nil }
    return midnight + time + fractionMs - offset
  }
}
