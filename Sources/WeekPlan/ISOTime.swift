import HealthModel

/// Instants as JavaScript writes them: `2026-02-10T11:03:00.000Z`, or milliseconds since 1970.
enum ISOTime {
  /// Returns milliseconds since 1970 for a JSON number or text. Without an offset a text is UTC. `nil` for anything
  /// else, and for years outside 1970…9999.
  static func ms(_ json: JSON) -> Int64? {
    let ms = json.string.flatMap { self.ms($0) } ?? json.double.flatMap { Int64(exactly: $0.rounded()) }
    return ms.flatMap { NumberRules.timesMs.contains($0) ? $0 : nil }
  }

  /// `2026-02-10T11:03:00.000Z`.
  static func text(ms: Int64) -> String {
    let moment = Moment(ms: ms, utcOffsetMin: 0)
    let inMinute = ms - (ms >= 0 ? ms / 60_000 : (ms - 59_999) / 60_000) * 60_000
    return "\(moment.day)T\(moment.clock):\(padded(inMinute / 1000, 2)).\(padded(inMinute % 1000, 3))Z"
  }

  /// `20260210T110300Z`, as calendars have it.
  static func compact(ms: Int64) -> String {
    String(text(ms: ms).prefix(19).filter { $0 != "-" && $0 != ":" }) + "Z"
  }

  private static func ms(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 16, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "), bytes[13] == UInt8(ascii: ":"),
      let day = Day(String(decoding: bytes[0..<10], as: UTF8.self)), let hour = number(bytes[11..<13]), hour < 24,
      let minute = number(bytes[14..<16]), minute < 60
    else { return nil }
    var place = 16
    var inMinuteMs: Int64 = 0
    if bytes.count >= 19, bytes[16] == UInt8(ascii: ":") {
      guard let second = number(bytes[17..<19]), second <= 60 else { return nil }
      inMinuteMs = second * 1000
      place = 19
      if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
        let digits = bytes[(place + 1)...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let three = Array(digits.prefix(3)) + Array(repeating: UInt8(ascii: "0"), count: max(0, 3 - digits.count))
        guard !digits.isEmpty, let fraction = number(three[...]) else { return nil }
        inMinuteMs += fraction
        place += 1 + digits.count
      }
    }
    guard let offsetMin = offset(bytes[place...]) else { return nil }
    return Int64(day.number) * 86_400_000 + (hour * 60 + minute - offsetMin) * 60_000 + inMinuteMs
  }

  /// Minutes east of UTC of `Z`, `+01:00`, `-0530` or nothing.
  private static func offset(_ bytes: ArraySlice<UInt8>) -> Int64? {
    guard let sign = bytes.first else { return 0 }
    if sign == UInt8(ascii: "Z"), bytes.count == 1 { return 0 }
    let digits = bytes.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), digits.count == 4, let hours = number(digits[0..<2]),
      let minutes = number(digits[2..<4]), hours <= 14, minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    digits.reduce(0) { sum, byte in
      guard let sum, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      return sum * 10 + Int64(byte - UInt8(ascii: "0"))
    }
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
