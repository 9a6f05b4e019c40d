/// A time of the day as people type it: `7:10`, `07:10:30`, `7pm`, `7:10 pm`, `19h30`, `noon`, `midnight`.
public struct TypedClock: Sendable, Equatable {
  /// Minutes since midnight, 0…1439. `midnight` is 0, the start of the day.
  public let minute: Int
  /// 0…59; 0 when none was typed.
  public let second: Int

  /// Reads the time of a field that takes no days, so that `7.10` can only be a time.
  ///
  /// - Throws: For anything else.
  public init(_ typed: some StringProtocol) throws(TypedFault) {
    let text = TypedText(typed)
    guard let clock = TypedClock(text.text, hasPoint: true) else {
      throw TypedFault(
        "\(text.shown.isEmpty ? "an empty text" : text.shown) isn't a time of the day", hint: "a time is like 7:10, 19:30 or 7pm")
    }
    self = clock
  }

  /// The time that a text in lower case says; `nil` = none.
  ///
  /// - Parameter hasPoint: Whether `7.10` is a time.
  init?(_ text: some StringProtocol, hasPoint: Bool) {
    switch text {
    case "noon": self.init(hour: 12, minute: 0)
    case "midnight": self.init(hour: 0, minute: 0)
    default:
      let ends = [("a.m.", 0), ("p.m.", 12), ("am", 0), ("pm", 12)]
      if let (end, half) = ends.first(where: { text.hasSuffix($0.0) }) {
        // The point needs no company here: 7.10 pm is no day.
        self.init(twelve: text.dropLast(end.count).trimmingBlanks, half: half)
      } else {
        self.init(digits: text, marks: hasPoint ? ":.h" : ":h")
      }
    }
  }

  /// `7`, `7:10` or `7.10` of a half of the day that begins at `half` o'clock. 12 am is midnight, 12 pm noon.
  private init?(twelve text: String, half: Int) {
    guard let clock = text.digits(most: 2).map({ TypedClock(hour: $0, minute: 0) }) ?? TypedClock(digits: text, marks: ":."),
      (1...12).contains(clock.minute / 60)
    else { return nil }
    self.init(hour: clock.minute / 60 % 12 + half, minute: clock.minute % 60, second: clock.second)
  }

  private init?(digits text: some StringProtocol, marks: String) {
    guard let mark = text.first(where: marks.contains) else { return nil }
    let parts = text.split(separator: mark, omittingEmptySubsequences: false)
    guard let hour = parts[0].digits(most: 2) else { return nil }
    // "19h" is a whole hour.
    if mark == "h", parts.count == 2, parts[1].isEmpty {
      self.init(hour: hour, minute: 0)
      return
    }
    guard parts.count == 2 || parts.count == 3 && mark == ":", parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }) else { return nil }
    let rest = parts.dropFirst().compactMap { $0.digits(most: 2) }
    guard rest.count == parts.count - 1 else { return nil }
    self.init(hour: hour, minute: rest[0], second: rest.count == 2 ? rest[1] : 0)
  }

  private init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
    (self.minute, self.second) = (hour * 60 + minute, second)
  }
}
