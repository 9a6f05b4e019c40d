/// A point in time as people type it: a day, a time of the day, or both in either order: `yesterday`, `7:10`, `monday 12:00`, `noon`,
/// `2026-11-27 19:30`, `27.11. 7pm`, `2026-11-27T19:30:15+01:00`, `now`.
public struct TypedTime: Sendable, Equatable {
  /// `nil` = none was typed.
  public let day: TypedDay?
  /// `nil` = none was typed.
  public let clock: TypedClock?
  /// Minutes east of UTC, when that was typed behind the time: 60 for `+01:00`, 0 for `Z`. -840…840. `nil` = the user's zone.
  public let offsetMin: Int?

  /// Reads a time.
  ///
  /// - Throws: For anything else, and for `7.10`, which can be a time or a day.
  public init(_ typed: some StringProtocol) throws(TypedFault) {
    let typed = TypedText(typed)
    let text = typed.text
    if text == "now" {
      (day, clock, offsetMin) = (nil, nil, nil)
      return
    }
    let (asClock, asDay) = (TypedClock(text, hasPoint: true), TypedDay(plain: text))
    // "8.5" isn't surely 8 May, though "8.5." is.
    if asDay != nil, asClock == nil, text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ $0.digits(most: 2) != nil })
    {
      throw TypedFault("'\(typed.shown)' isn't a time", hint: "type \(text). for the day, or a time like 7:10")
    }
    if let asClock, asDay != nil {
      let parts = text.split(separator: ".").compactMap { $0.digits(most: 2) }
      let date = "\(parts[0]) \(TypedDay.months[parts[1] - 1].capitalizedFirst)"
      let time = "\(asClock.minute / 60):\(asClock.minute % 60 < 10 ? "0" : "")\(asClock.minute % 60)"
      throw TypedFault(
        "\(typed.shown) can be \(time) or \(date)", hint: "type \(time) for the time, or \(parts[0]).\(parts[1]). for the day")
    }
    if let asDay {
      (day, clock, offsetMin) = (asDay, nil, nil)
    } else if let (clock, offset) = TypedTime.clock(text, hasPoint: true) {
      (day, self.clock, offsetMin) = (nil, clock, offset)
    } else if let (day, clock, offset) = TypedTime.both(text) {
      (self.day, self.clock, offsetMin) = (day, clock, offset)
    } else {
      throw TypedFault(
        "'\(typed.shown)' isn't a time", hint: "a time is like 12:30, 7pm, yesterday, monday 12:00 or 2026-02-10 12:30")
    }
  }

  /// A day and a time behind or before it.
  private static func both(_ text: String) -> (TypedDay, TypedClock, Int?)? {
    if let mark = text.index(text.startIndex, offsetBy: 10, limitedBy: text.endIndex), mark < text.endIndex, text[mark] == "t",
      let day = TypedDay(plain: String(text[..<mark])),
      let (clock, offset) = clock(String(text[text.index(after: mark)...]), hasPoint: false)
    {
      return (day, clock, offset)
    }
    let words = text.split { $0 == " " || $0 == "," }.filter { $0 != "at" }.map(String.init)
    for place in words.indices.dropFirst() {
      let (before, after) = (words[..<place].joined(separator: " "), words[place...].joined(separator: " "))
      if let day = TypedDay(plain: before), let (clock, offset) = clock(after, hasPoint: true) { return (day, clock, offset) }
      if let day = TypedDay(plain: after), let (clock, offset) = clock(before, hasPoint: true) { return (day, clock, offset) }
    }
    return nil
  }

  /// A time of the day, with `Z` or an offset behind it.
  private static func clock(_ text: String, hasPoint: Bool) -> (TypedClock, Int?)? {
    if let clock = TypedClock(text, hasPoint: hasPoint) { return (clock, nil) }
    if text.hasSuffix("z") { return TypedClock(text.dropLast(), hasPoint: false).map { ($0, 0) } }
    guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }),
      let clock = TypedClock(text[..<sign].trimmingBlanks, hasPoint: false),
      let offset = TypedClock(text[text.index(after: sign)...], hasPoint: false), offset.minute <= 840, offset.second == 0
    else { return nil }
    return (clock, text[sign] == "-" ? -offset.minute : offset.minute)
  }
}
