/// A calendar day of the proleptic Gregorian calendar, without a time zone: what summaries, streaks and plans are about.
///
/// `Day("2026-02-10")?.adding(20)` is `2026-03-02`.
public struct Day: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Days since 1970-01-01, negative before.
  public let number: Int

  /// The day `number` days after 1970-01-01.
  public init(number: Int) { self.number = number }

  /// The day of a civil date. `nil` when there is no such date (month 13, 30 February) or the year isn't 0…9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    self.number = Day.number(year: year, month: month, day: day)
    guard civil == (year, month, day) else { return nil }
  }

  /// Reads `YYYY-MM-DD`, exactly that form. `nil` for anything else.
  public init?(_ text: some StringProtocol) { self.init(String(text)) }

  /// The same of a whole string.
  public init?(_ text: String) {
    var text = text
    guard let day = text.withUTF8({ Day(utf8: $0) }) else { return nil }
    self = day
  }

  /// The same of a text's bytes.
  package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
    func digits(_ range: Range<Int>) -> Int? {
      var sum = 0
      for index in range {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) else { return nil }
        sum = sum * 10 + Int(bytes[index] - UInt8(ascii: "0"))
      }
      return sum
    }
    guard let year = digits(0..<4), let month = digits(5..<7), let day = digits(8..<10) else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day that many days later, earlier when negative.
  public func adding(_ days: Int) -> Day { Day(number: number + days) }

  /// 1 = Monday … 7 = Sunday, as ISO 8601 counts. 1970-01-01 was a Thursday (4).
  public var weekday: Int { ((number + 3) % 7 + 7) % 7 + 1 }

  /// `YYYY-MM-DD`.
  public var description: String {
    let (year, month, day) = civil
    guard (0...9999).contains(year) else {
      func padded(_ value: Int, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, width - text.count)) + text
      }
      return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
    return String(unsafeUninitializedCapacity: 10) { text in
      func put(_ value: Int, from first: Int, through last: Int) {
        var rest = value
        for place in stride(from: last, through: first, by: -1) {
          text[place] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
      }
      put(year, from: 0, through: 3)
      text[4] = UInt8(ascii: "-")
      put(month, from: 5, through: 6)
      text[7] = UInt8(ascii: "-")
      put(day, from: 8, through: 9)
      return 10
    }
  }

  /// Year, month 1…12 and day 1…31.
  /// Howard Hinnant, "chrono-compatible low-level date algorithms", `civil_from_days`: eras of 400 years that start on 1 March.
  public var civil: (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  public static func < (a: Day, b: Day) -> Bool { a.number < b.number }

  /// The same source's `days_from_civil`.
  private static func number(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
