/// The rule for the time after a zone file's last change, as POSIX writes it in `TZ`: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneTail: Sendable {
  /// Seconds ahead of UTC.
  private var standard: Int64 = 0
  private var summer: Int64 = 0
  /// The start of summer time each year, `end` that of standard time; `nil` = there is none.
  private var start: Date?
  private var end: Date?

  /// A day of the year and a time on it.
  private struct Date: Sendable {
    enum Form: Sendable {
      /// `M3.5.0`: month, week (5 = last), weekday (0 = Sunday).
      case weekday(month: Int, week: Int, weekday: Int)
      /// `J60`: 1…365, 29 February never counted.
      case julian(Int)
      /// `59`: 0…365, 29 February counted.
      case dayOfYear(Int)
    }
    var form: Form
    /// Seconds after local midnight, by the clock that is about to be changed; may be negative or beyond the day.
    var second: Int64 = 2 * 3600

    /// Seconds since 1970 of local midnight of the day, as if the clock were UTC, plus `second`.
    func local(in year: Int) -> Int64 {
      guard let newYear = Day(year: year, month: 1, day: 1) else { return 0 }
      let isLeap = Day(year: year, month: 2, day: 29) != nil
      let day: Day
      switch form {
      case .julian(let n): day = newYear.adding(n - 1 + (isLeap && n >= 60 ? 1 : 0))
      case .dayOfYear(let n): day = newYear.adding(n)
      case .weekday(let month, let week, let weekday):
        guard let first = Day(year: year, month: month, day: 1) else { return 0 }
        let next = month == 12 ? Day(year: year + 1, month: 1, day: 1) : Day(year: year, month: month + 1, day: 1)
        var candidate = first.adding((weekday - first.weekday % 7 + 7) % 7 + 7 * (week - 1))
        while let next, candidate >= next { candidate = candidate.adding(-7) }
        day = candidate
      }
      return Int64(day.number) * 86_400 + second
    }
  }

  /// Reads a rule. `nil` for an empty one or one that isn't in that form.
  init?(_ text: ArraySlice<UInt8>) {
    var rest = text
    guard ZoneTail.skipName(&rest), let west = ZoneTail.time(&rest) else { return nil }
    standard = -west
    summer = standard
    if rest.isEmpty { return }
    guard ZoneTail.skipName(&rest) else { return nil }
    if let first = rest.first, first != UInt8(ascii: ",") {
      guard let west = ZoneTail.time(&rest) else { return nil }
      summer = -west
    } else {
      summer = standard + 3600
    }
    guard let start = ZoneTail.date(&rest), let end = ZoneTail.date(&rest), rest.isEmpty else { return nil }
    self.start = start
    self.end = end
  }

  /// Seconds ahead of UTC at an instant, seconds since 1970.
  func offset(at second: Int64) -> Int64 {
    guard let start, let end else { return standard }
    let local = second + standard
    let year = Day(number: Int(local >= 0 ? local / 86_400 : (local - 86_399) / 86_400)).civil.year
    let begins = start.local(in: year) - standard
    let ends = end.local(in: year) - summer
    // In the south, and where winter time is the exception (Ireland), the end comes before the start.
    return (begins < ends ? begins <= second && second < ends : second < ends || second >= begins) ? summer : standard
  }

  /// `CET` or `<+03>`.
  private static func skipName(_ rest: inout ArraySlice<UInt8>) -> Bool {
    if rest.first == UInt8(ascii: "<") {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
      rest = rest[(end + 1)...]
      return true
    }
    let before = rest.count
    rest = rest.drop { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") }
    return rest.count < before
  }

  /// `5`, `-5:30`, `+1:00:00`, in seconds.
  private static func time(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    var sign: Int64 = 1
    if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      sign = first == UInt8(ascii: "-") ? -1 : 1
      rest = rest.dropFirst()
    }
    guard let hours = number(&rest), hours <= 167 else { return nil }
    var seconds = Int64(hours) * 3600
    for unit: Int64 in [60, 1] where rest.first == UInt8(ascii: ":") {
      rest = rest.dropFirst()
      guard let count = number(&rest), count < 60 else { return nil }
      seconds += Int64(count) * unit
    }
    return sign * seconds
  }

  /// `,M3.5.0/3`, with its comma.
  private static func date(_ rest: inout ArraySlice<UInt8>) -> Date? {
    guard take(",", &rest) else { return nil }
    var date: Date
    if take("M", &rest) {
      guard let month = number(&rest), take(".", &rest), let week = number(&rest), take(".", &rest), let weekday = number(&rest),
        (1...12).contains(month), (1...5).contains(week), (0...6).contains(weekday)
      else { return nil }
      date = Date(form: .weekday(month: month, week: week, weekday: weekday))
    } else if take("J", &rest) {
      guard let day = number(&rest), (1...365).contains(day) else { return nil }
      date = Date(form: .julian(day))
    } else {
      guard let day = number(&rest), day <= 365 else { return nil }
      date = Date(form: .dayOfYear(day))
    }
    if take("/", &rest) {
      guard let second = time(&rest) else { return nil }
      date.second = second
    }
    return date
  }

  private static func take(_ character: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    guard (1...4).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}
