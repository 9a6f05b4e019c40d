import HealthModel

/// Times as Health Auto Export writes them: `2026-01-04 14:30:00 +0100`; with a phone that shows twelve hours
/// `2026-01-04 2:30:00 PM +0100`, with U+202F or a space before AM; a day alone for a night.
enum AutoExportTime {
  /// The instant and the printed offset; `nil` when it isn't one. A day alone is its midnight in UTC.
  static func moment(_ text: String?) -> Moment? {
    guard let text else { return nil }
    return usualMoment(text) ?? anyMoment(text)
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
      let day = Day(year: number(0, 4), month: number(5, 2), day: number(8, 2))
      guard isDigits, let day, hour < 24, minute < 60, second <= 60, offsetHour <= 14, offsetMinute < 60 else { return nil }
      let offset = (offsetHour * 60 + offsetMinute) * (bytes[20] == UInt8(ascii: "-") ? -1 : 1)
      let local = Int64(day.number) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
      return Moment(ms: (local - Int64(offset) * 60) * 1000, utcOffsetMin: offset)
    }
  }

  private static func anyMoment(_ text: String) -> Moment? {
    // The narrow no-break space and the no-break space are U+202F and U+00A0.
    let words = text.split { $0 == " " || $0 == "T" || $0 == "\u{202F}" || $0 == "\u{A0}" }
    guard let date = words.first, let day = Day(date) else { return nil }
    var rest = words.dropFirst()
    guard var clock = rest.popFirst() else { return Moment(ms: Int64(day.number) * 86_400_000, utcOffsetMin: 0) }
    if clock.last == "Z" || clock.last == "z" {
      clock = clock.dropLast()
      rest.append("Z")
    } else if let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      rest.append(clock[sign...])
      clock = clock[..<sign]
    }
    guard var second = secondOfDay(clock) else { return nil }
    if let half = rest.first, let isAfternoon = isAfternoon(half) {
      rest.removeFirst()
      guard (1...12).contains(Int(second) / 3600) else { return nil }
      second = second.truncatingRemainder(dividingBy: 43_200) + (isAfternoon ? 43_200 : 0)
    }
    guard rest.count <= 1, let offset = rest.first.map({ offsetMin($0) }) ?? 0 else { return nil }
    let local = Int64(day.number) * 86_400_000 + Int64((second * 1000).rounded())
    return Moment(ms: local - Int64(offset) * 60_000, utcOffsetMin: offset)
  }

  /// `14:30:00`, `2:30:00.25`; the leap second is the second after.
  private static func secondOfDay(_ clock: Substring) -> Double? {
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hour = digits(parts[0]), let minute = digits(parts[1]), hour < 24, minute < 60 else {
      return nil
    }
    guard parts.count == 3 else { return Double(hour * 3600 + minute * 60) }
    let halves = parts[2].split(separator: ".", maxSplits: 1)
    guard let whole = halves.first, let second = digits(whole), second <= 60 else { return nil }
    guard halves.count == 2 else { return Double(hour * 3600 + minute * 60 + second) }
    guard halves[1].allSatisfy({ $0.isASCII && $0.isNumber }), let fraction = Double("0." + halves[1]) else { return nil }
    return Double(hour * 3600 + minute * 60 + second) + fraction
  }

  private static func isAfternoon(_ word: Substring) -> Bool? {
    switch word.lowercased().filter({ $0 != "." }) {
    case "am": false
    case "pm": true
    default: nil
    }
  }

  /// Minutes of `+0100`, `+01:00`, `Z`, `GMT`.
  private static func offsetMin(_ word: Substring) -> Int? {
    if ["Z", "z", "GMT", "UTC"].contains(word) { return 0 }
    guard let sign = word.first, sign == "+" || sign == "-" else { return nil }
    let number = word.dropFirst().filter { $0 != ":" }
    guard number.count == 4, let value = digits(Substring(number)), value % 100 < 60, value / 100 <= 14 else { return nil }
    let minutes = value / 100 * 60 + value % 100
    return sign == "-" ? -minutes : minutes
  }

  /// One to four digits.
  private static func digits(_ text: Substring) -> Int? {
    guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }
}
