import HealthModel

/// A week of ISO 8601: Monday to Sunday, numbered within the year that its Thursday falls in.
///
/// `ISOWeek("2026-W07")?.monday` is `2026-02-09`. 2026-01-01 is a Thursday, so that 2025-12-29 is the Monday of 2026-W01.
package struct ISOWeek: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Its first day.
  package let monday: Day

  /// The week that `day` falls in.
  package init(of day: Day) { monday = day.adding(1 - day.weekday) }

  /// Reads `2026-W07`, exactly that form. `nil` for anything else, and for a week 53 that the year doesn't have.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count == 8, bytes[4] == UInt8(ascii: "-"), bytes[5] == UInt8(ascii: "W"),
      let year = ISOWeek.number(bytes[0..<4]), let number = ISOWeek.number(bytes[6..<8]), (1...53).contains(number),
      let fourth = Day(year: year, month: 1, day: 4)
    else { return nil }
    // ISO 8601: 4 January is always in week 1.
    self = ISOWeek(of: fourth).adding(number - 1)
    guard self.year == year else { return nil }
  }

  /// Its seven days, Monday first.
  package var days: [Day] { (0..<7).map { monday.adding($0) } }

  /// Its last day.
  package var sunday: Day { monday.adding(6) }

  /// The week that many weeks later, earlier when negative.
  package func adding(_ weeks: Int) -> ISOWeek { ISOWeek(of: monday.adding(7 * weeks)) }

  /// Whether `day` is one of its days.
  package func contains(_ day: Day) -> Bool { monday <= day && day <= sunday }

  /// The year that it is numbered in, which may differ from that of its first or last days.
  package var year: Int { thursday.civil.year }

  /// 1…53.
  package var number: Int {
    guard let first = Day(year: year, month: 1, day: 1) else { return 1 }
    return (thursday.number - first.number) / 7 + 1
  }

  /// `2026-W07`.
  package var description: String {
    let year = String(year)
    return String(repeating: "0", count: max(0, 4 - year.count)) + year + (number < 10 ? "-W0" : "-W") + String(number)
  }

  package static func < (a: ISOWeek, b: ISOWeek) -> Bool { a.monday < b.monday }

  private var thursday: Day { monday.adding(3) }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.reduce(0) { sum, byte in
      guard let sum, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      return sum * 10 + Int(byte - UInt8(ascii: "0"))
    }
  }
}
