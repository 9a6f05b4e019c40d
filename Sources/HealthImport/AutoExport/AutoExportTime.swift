import HealthModel

/// Times as Health Auto Export writes them: `2026-01-04 14:30:00 +0100`; of phones with other clocks and languages what `LocalizedTime`
/// reads (`2026-01-04 2:30:00 PM +0100`); a day alone for a night.
enum AutoExportTime {
  /// The instant and its offset; `nil` when it isn't one. A day alone is its midnight.
  /// - Parameter zone: that of times without an offset.
  static func moment(_ text: String?, in zone: ZoneRules) -> Moment? {
    guard let text else { return nil }
    return usualMoment(text) ?? LocalizedTime(text)?.moment(in: zone)
  }

  /// The form that nearly all have, by its bytes: `2026-01-04 14:30:00 +0100`.
  private static func usualMoment(_ text: String) -> Moment? {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.count == 25, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: " "),
        bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"), bytes[19] == UInt8(ascii: " "),
        bytes[20] == UInt8(ascii: "+") || bytes[20] == UInt8(ascii: "-")
      else { return nil }
      var isDigits = true
      func number(_ first: Int, _ count: Int) -> Int {
        var value = 0
        for place in first..<first + count {
          let digit = bytes[place] &- UInt8(ascii: "0")
          if digit > 9 { isDigits = false }
          value = value * 10 + Int(digit)
        }
        return value
      }
      let (hour, minute, second) = (number(11, 2), number(14, 2), number(17, 2))
      let (offsetHour, offsetMinute) = (number(21, 2), number(23, 2))
      let day = Day(year: LocalizedTime.gregorian(number(0, 4)), month: number(5, 2), day: number(8, 2))
      guard isDigits, let day, hour < 24, minute < 60, second <= 60, offsetHour <= 14, offsetMinute < 60 else { return nil }
      let offset = (offsetHour * 60 + offsetMinute) * (bytes[20] == UInt8(ascii: "-") ? -1 : 1)
      let local = Int64(day.number) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
      return Moment(ms: (local - Int64(offset) * 60) * 1000, utcOffsetMin: offset)
    }
  }

  /// Returns the reason why an item with missing or unreadable dates is left out.
  /// - Parameters:
  ///   - dates: the JSON values found in their place.
  ///   - missing: the reason if there is nothing: `no start date`.
  /// - Returns: `unreadable date` if there is something that isn't a date, else `missing`.
  static func reason(_ dates: JSON..., else missing: String) -> String {
    let isUnreadable = dates.contains { date in
      switch date {
      case .null: false
      case .string(let text): !text.isEmpty && usualMoment(text) == nil && LocalizedTime(text) == nil
      default: true
      }
    }
    return isUnreadable ? "unreadable date" : missing
  }
}
