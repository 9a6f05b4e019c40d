import HealthModel

/// The times in Open-Meteo's answers: local texts without an offset, which stands once at the top, or seconds since 1970.
struct OpenMeteoTime: Sendable {
  /// Milliseconds that the answer's clock is ahead of UTC: one offset for all of its times, also across a change of clocks.
  let offsetMs: Int64

  /// Reads `utc_offset_seconds`, 0 when it is missing. `nil` for one that no zone has.
  init?(_ answer: JSON) {
    let seconds = answer["utc_offset_seconds"].int ?? 0
    guard (-50_400...50_400).contains(seconds) else { return nil }
    offsetMs = seconds * 1000
  }

  /// Milliseconds since 1970 of `2026-06-01T07:00` or of a number of seconds. `nil` for anything else.
  func ms(_ json: JSON) -> Int64? {
    // Seconds are UTC whatever the offset is.
    if let seconds = json.int { return (0...NumberRules.timesMs.upperBound / 1000).contains(seconds) ? seconds * 1000 : nil }
    guard let bytes = json.string.map({ Array($0.utf8) }), bytes.count == 16, bytes[10] == UInt8(ascii: "T"),
      bytes[13] == UInt8(ascii: ":"),
      let day = Day(String(decoding: bytes[..<10], as: UTF8.self)), let hour = two(bytes[11], bytes[12]),
      let minute = two(bytes[14], bytes[15]),
      hour < 24, minute < 60
    else { return nil }
    let ms = Int64(day.number) * 86_400_000 + Int64(hour * 60 + minute) * 60_000 - offsetMs
    return NumberRules.timesMs.contains(ms) ? ms : nil
  }

  private func two(_ a: UInt8, _ b: UInt8) -> Int? {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return digits.contains(a) && digits.contains(b) ? Int(a - digits.lowerBound) * 10 + Int(b - digits.lowerBound) : nil
  }
}
