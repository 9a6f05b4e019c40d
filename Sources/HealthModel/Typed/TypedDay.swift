/// A day as people type it: `today`, `yesterday`, `-2`, `+3`, `monday`, `2026-11-27`, `27.11.`, `27.11.2026`, `27 nov`, `Nov 27 2026`.
public struct TypedDay: Sendable, Equatable {
  /// The side of today on which a day without a year, or a weekday, is looked for. Today itself is on both.
  public enum Side: Sendable {
    /// For what was: the latest such day.
    case past
    /// For what is to be: the next such day.
    case future
  }

  private enum Meaning: Equatable {
    case offset(Int)
    /// 1 = Monday … 7 = Sunday.
    case weekday(Int)
    case date(Day)
    case yearly(month: Int, day: Int)
  }

  private let meaning: Meaning

  /// Reads a day.
  ///
  /// - Throws: For anything else, with the readings of `7/10`.
  public init(_ typed: some StringProtocol) throws(TypedFault) {
    let typed = TypedText(typed)
    if let fault = TypedDay.slashes(typed) { throw fault }
    guard let meaning = TypedDay.meaning(typed.text) else {
      throw TypedFault("'\(typed.shown)' isn't a day", hint: "a day is like today, yesterday, -2, monday, 2026-02-10 or 10.2.")
    }
    self.meaning = meaning
  }

  /// The day that a text in lower case says; `nil` = none.
  init?(plain text: String) {
    guard let meaning = TypedDay.meaning(text) else { return nil }
    self.meaning = meaning
  }

  /// The weekday that was typed, 1 = Monday … 7 = Sunday; `nil` = it isn't one.
  public var weekday: Int? { if case .weekday(let weekday) = meaning { weekday } else { nil } }

  /// The day that is meant when today is `today`.
  public func day(from today: Day, _ side: Side) -> Day {
    switch meaning {
    case .offset(let days): return today.adding(days)
    case .date(let day): return day
    case .weekday(let weekday):
      let days = (today.weekday - weekday + 7) % 7
      return today.adding(side == .past ? -days : (7 - days) % 7)
    case .yearly(let month, let day):
      // 29 February is up to eight years away.
      let year = today.civil.year
      let years = side == .past ? Array((year - 8...year).reversed()) : Array(year...year + 8)
      return years.lazy.compactMap { Day(year: $0, month: month, day: day) }.first { side == .past ? $0 <= today : $0 >= today } ?? today
    }
  }

  // MARK: - Reading

  private static func meaning(_ text: String) -> Meaning? {
    switch text {
    case "today": return .offset(0)
    case "yesterday": return .offset(-1)
    case "tomorrow": return .offset(1)
    default: break
    }
    if let day = Day(text) { return .date(day) }
    // "+01" is an offset from UTC rather than a number of days.
    if let sign = text.first, sign == "-" || sign == "+", let days = text.dropFirst().digits(most: 5), days <= 36_500,
      text.utf8.count == 2 || text.dropFirst().first != "0"
    {
      return .offset(sign == "-" ? -days : days)
    }
    if let weekday = place(of: text, in: weekdays) { return .weekday(weekday) }
    return dotted(text) ?? named(text)
  }

  /// `27.11.`, `27.11`, `27.11.2026`: day and month.
  private static func dotted(_ text: String) -> Meaning? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(\.trimmingBlanks)
    guard (2...3).contains(parts.count), let day = parts[0].digits(most: 2), let month = parts[1].digits(most: 2) else { return nil }
    return meaning(year: parts.count == 3 ? parts[2] : "", month: month, day: day)
  }

  /// `27 nov`, `27. November 2026`, `nov 27, 2026`, `fri 27 nov 2026`.
  private static func named(_ text: String) -> Meaning? {
    var words = text.split { $0 == " " || $0 == "," }.map(String.init)
    if words.count > 2, let weekday = place(of: words[0], in: weekdays) {
      // A weekday must be that of the date, which therefore needs its year.
      words.removeFirst()
      guard case .date(let day) = named(words.joined(separator: " ")), day.weekday == weekday else { return nil }
      return .date(day)
    }
    if words.count == 2, let weekday = place(of: words[0], in: weekdays), let day = Day(words[1]) {
      return day.weekday == weekday ? .date(day) : nil
    }
    guard (2...3).contains(words.count) else { return nil }
    let isMonthFirst = words[0].first?.isLetter == true
    let (number, name) = isMonthFirst ? (words[1], words[0]) : (words[0], words[1])
    guard let day = (number.hasSuffix(".") ? String(number.dropLast()) : number).digits(most: 2), let month = place(of: name, in: months)
    else { return nil }
    return meaning(year: words.count == 3 ? words[2] : "", month: month, day: day)
  }

  /// - Parameter year: Four digits, or empty. Two digits can be a year, a month or a day.
  private static func meaning(year: String, month: Int, day: Int) -> Meaning? {
    // 2024 has a 29 February.
    if year.isEmpty { return Day(year: 2024, month: month, day: day).map { _ in .yearly(month: month, day: day) } }
    guard year.utf8.count == 4, let year = year.digits(most: 4) else { return nil }
    return Day(year: year, month: month, day: day).map(Meaning.date)
  }

  /// The fault of `7/10` and `11/27/2026`, in which the month comes first for some and the day for others; `nil` = it isn't such a text.
  private static func slashes(_ typed: TypedText) -> TypedFault? {
    let numbers = typed.text.split(separator: "/", omittingEmptySubsequences: false).map { $0.trimmingBlanks.digits(most: 4) }
    guard (2...3).contains(numbers.count), let first = numbers[0], let second = numbers[1], numbers.count == 2 || numbers[2] != nil
    else { return nil }
    let pairs = first == second ? [(first, second)] : [(first, second), (second, first)]
    let readings = pairs.filter { Day(year: 2024, month: $0.1, day: $0.0) != nil }.map { "\($0.0) \(months[$0.1 - 1].capitalizedFirst)" }
    return TypedFault(
      readings.count == 2 ? "\(typed.shown) can be \(readings[0]) or \(readings[1])" : "'\(typed.shown)' isn't a day",
      hint: "write it like 2026-02-10 or 10.2.")
  }

  /// The number, from 1, of the name that begins with a word of at least three letters, or a point behind it: `tues`, `thurs`, `nov.`.
  private static func place(of word: some StringProtocol, in names: [String]) -> Int? {
    let word = word.hasSuffix(".") ? String(word.dropLast()) : String(word)
    return word.count < 3 ? nil : names.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
  }

  private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
  /// From January on.
  static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
  ]
}

extension String {
  /// The text with its first letter in upper case.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
