import HealthModel

/// Dates as in HTTP headers.
///
/// Not libcurl's `curl_getdate`, which accepts invalid dates: 31 February, other time zones, a day without a time. It
/// also has no `nowMs`: it reads a year 69 as 2069.
package enum HTTPDate {
  /// Milliseconds since 1970 of a date in one of the three forms of RFC 9110, 5.6.7:
  ///
  ///     Sun, 06 Nov 1994 08:49:37 GMT     784111777000
  ///     Sunday, 06-Nov-94 08:49:37 GMT    (a year of two digits is the one nearest to `nowMs`)
  ///     Sun Nov  6 08:49:37 1994
  ///
  /// The day of the week isn't checked. `nil` for anything else.
  package static func ms(_ text: some StringProtocol, nowMs: Int64) -> Int64? {
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }
    guard words.count >= 5 else { return nil }
    let day: Substring.SubSequence
    let month: Substring.SubSequence
    let year: Substring.SubSequence
    let clock: Substring.SubSequence
    if words.count == 5 {
      (month, day, clock, year) = (Substring(words[1]), Substring(words[2]), Substring(words[3]), Substring(words[4]))
    } else {
      guard words.count == 6, words[5] == "GMT" else { return nil }
      (day, month, year, clock) = (Substring(words[1]), Substring(words[2]), Substring(words[3]), Substring(words[4]))
    }
    guard let monthIndex = months.firstIndex(of: String(month)), let dayNumber = number(day), var yearNumber = number(year) else {
      return nil
    }
    if year.count == 2 {
      let thisYear = Day(number: Int(nowMs / 86_400_000)).civil.year
      yearNumber += thisYear / 100 * 100
      if yearNumber > thisYear + 50 { yearNumber -= 100 }
      if yearNumber <= thisYear - 50 { yearNumber += 100 }
    } else if year.count != 4 {
      return nil
    }
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false).map { $0.count == 2 ? number($0) : nil }
    guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2], hour < 24, minute < 60, second <= 60,
      let date = Day(year: yearNumber, month: monthIndex + 1, day: dayNumber)
    else { return nil }
    return (Int64(date.number) * 86_400 + Int64(hour * 3600 + minute * 60 + second)) * 1000
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// One to four digits and nothing else.
  private static func number(_ text: Substring) -> Int? {
    guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    return Int(text)
  }
}
