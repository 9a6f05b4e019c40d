import HealthModel

/// An instant as phones print it in the user's language and clock format: `2026-01-04 2:30:00 PM +0100`, `2026-01-04
/// 下午2:30:00 +0800`, `٢٠٢٦-٠١-٠٤ ١٤:٣٠:٠٠ +٠٣٠٠`, `2026-01-04T14:30:00.25Z`, `2026-01-04 19.00.00 GMT-8`.
///
/// The order is year, month, day, time, offset. Digits, spaces, signs, day periods (before or after the time) and the
/// form of the offset vary. Any other bytes yield `nil`. It is the fallback for dates that the readers of the usual
/// form reject.
struct LocalizedTime: Equatable {
  /// The printed day, by the Gregorian calendar.
  let day: Day
  /// Milliseconds since the printed midnight; `nil` for a day alone.
  let msOfDay: Int64?
  /// Minutes east of UTC; `nil` = not given.
  let offsetMin: Int?

  /// Reads the text; spaces around it don't matter. `nil` when it isn't an instant.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count <= Self.longest else { return nil }
    let found = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: max(text.count, 1)) { buffer -> LocalizedTime? in
      guard let count = PlainText.copy(text, into: buffer) else { return nil }
      var parser = Parser(text: UnsafeBufferPointer(rebasing: buffer[..<count]))
      return parser.time()
    }
    guard let found else { return nil }
    self = found
  }

  /// As `init(_:)` of the text's UTF-8.
  init?(_ text: String) {
    var text = text
    guard let found = text.withUTF8({ LocalizedTime($0) }) else { return nil }
    self = found
  }

  private init(day: Day, msOfDay: Int64?, offsetMin: Int?) {
    (self.day, self.msOfDay, self.offsetMin) = (day, msOfDay, offsetMin)
  }

  /// Milliseconds since 1970 UTC; `nil` for a day alone and without an offset.
  var instant: Int64? {
    guard let msOfDay, let offsetMin else { return nil }
    return Int64(day.number) * 86_400_000 + msOfDay - Int64(offsetMin) * 60_000
  }

  /// The same, for a time without an offset that of clocks in `zone`, which has the first of two if it is shown twice; `nil`
  /// for a day alone.
  func instant(in zone: ZoneRules) -> Int64? { instant ?? (msOfDay == nil ? nil : moment(in: zone).ms) }

  /// The instant with the offset that is printed, else with that of `zone`; the midnight of a day alone.
  func moment(in zone: ZoneRules) -> Moment {
    let ms = msOfDay ?? 0
    if let offsetMin { return Moment(ms: Int64(day.number) * 86_400_000 + ms - Int64(offsetMin) * 60_000, utcOffsetMin: offsetMin) }
    let minute = zone.moment(on: day, minute: Int(ms / 60_000))
    return Moment(ms: minute.ms + ms % 60_000, utcOffsetMin: minute.utcOffsetMin)
  }

  /// The maximum length in bytes. With Arabic digits and a long day period there are some 90.
  private static let longest = 160

  /// Years of the Buddhist calendar, which phones in Thailand print, count from 543 before Christ. No health data is from the Gregorian
  /// years 2400 to 2743, so that these are 1857 to 2200.
  static func gregorian(_ year: Int) -> Int { (2400...2743).contains(year) ? year - 543 : year }

  /// Goes through a text of ASCII digits, signs and spaces, and letters of any script.
  private struct Parser {
    let text: UnsafeBufferPointer<UInt8>
    var at = 0

    mutating func time() -> LocalizedTime? {
      skipSpaces()
      guard let (day, isCompact) = date() else { return nil }
      if !isCompact {
        let gap = at
        skipGap()
        guard at < text.count else { return LocalizedTime(day: day, msOfDay: nil, offsetMin: nil) }
        guard at > gap else { return nil }
      }
      let before = letters()
      guard let clock = clock(isCompact: isCompact), next != UInt8(ascii: "."), next != UInt8(ascii: ",") else { return nil }
      let behind = letters()
      var (span, words) = LocalizedTime.periodAndWords(behind)
      if before.contains(where: { $0 != 0x20 }) {
        let (period, rest) = LocalizedTime.periodAndWords(before)
        guard let period, rest.isEmpty, span == nil else { return nil }
        span = period
      }
      guard let ms = LocalizedTime.milliseconds(clock, in: span) else { return nil }
      guard let offset = offset(words) else { return nil }
      return LocalizedTime(day: day, msOfDay: ms, offsetMin: offset.minutes)
    }

    // MARK: - Parts

    /// `2026-01-04`, `2026-1-4`, or `20260104` with the time behind it (iOS 8).
    private mutating func date() -> (Day, isCompact: Bool)? {
      guard let first = number(most: 14) else { return nil }
      if first.digits == 14 {
        at -= 6
        let ymd = first.value / 1_000_000
        return Day(year: LocalizedTime.gregorian(ymd / 10_000), month: ymd / 100 % 100, day: ymd % 100).map { ($0, true) }
      }
      let dash = UInt8(ascii: "-")
      guard first.digits == 4, take(dash), let month = number(most: 2), take(dash), let day = number(most: 2) else { return nil }
      return Day(year: LocalizedTime.gregorian(first.value), month: month.value, day: day.value).map { ($0, false) }
    }

    /// `14:30:00`, `2.30.00`, `14:30`, `143000`; a fraction behind the seconds.
    private mutating func clock(isCompact: Bool) -> (hour: Int, restMs: Int64)? {
      if isCompact {
        guard let time = number(most: 6), time.digits == 6 else { return nil }
        return LocalizedTime.clock(time.value / 10_000, time.value / 100 % 100, time.value % 100, 0)
      }
      guard let hour = number(most: 2), let separator = next, separator == UInt8(ascii: ":") || separator == UInt8(ascii: ".") else {
        return nil
      }
      at += 1
      guard let minute = number(most: 2), minute.digits == 2 else { return nil }
      guard take(separator) else { return LocalizedTime.clock(hour.value, minute.value, 0, 0) }
      guard let second = number(most: 2) else { return nil }
      return LocalizedTime.clock(hour.value, minute.value, second.value, fraction())
    }

    /// A fraction of a second as milliseconds; 0 without one.
    private mutating func fraction() -> Int64 {
      guard let point = next, point == UInt8(ascii: ".") || point == UInt8(ascii: ","), at + 1 < text.count, isDigit(text[at + 1]) else {
        return 0
      }
      at += 1
      var (ms, place): (Int64, Int64) = (0, 100)
      while let byte = next, isDigit(byte) {
        ms += Int64(byte - 0x30) * place
        place /= 10
        at += 1
      }
      return ms
    }

    /// Parses the rest: nothing, `Z`, the name of a zone, `+0100`, `+01:00`, `-8`, `GMT-8`. `nil` for anything else.
    private mutating func offset(_ words: ArraySlice<String>) -> (minutes: Int?, Void)? {
      guard words.count <= 1 else { return nil }
      var named: Int?
      if let word = words.first {
        guard let minutes = ZoneAbbreviation.offsetMin(word) else { return nil }
        named = minutes
      }
      guard let sign = next else { return (named, ()) }
      guard named ?? 0 == 0, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
      at += 1
      guard let first = number(most: 4) else { return nil }
      var minutes = first.digits <= 2 ? first.value * 60 : first.value / 100 * 60 + first.value % 100
      guard first.digits <= 2 || first.value % 100 < 60 else { return nil }
      if first.digits <= 2, take(UInt8(ascii: ":")) {
        guard let rest = number(most: 2), rest.digits == 2, rest.value < 60 else { return nil }
        minutes += rest.value
      }
      skipSpaces()
      guard at == text.count, minutes < 15 * 60 else { return nil }
      return (sign == UInt8(ascii: "-") ? -minutes : minutes, ())
    }

    // MARK: - Bytes

    private var next: UInt8? { at < text.count ? text[at] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
      guard next == byte else { return false }
      at += 1
      return true
    }

    private mutating func number(most: Int) -> (value: Int, digits: Int)? {
      let start = at
      var value = 0
      while let byte = next, isDigit(byte), at - start < most {
        value = value * 10 + Int(byte - 0x30)
        at += 1
      }
      return at > start ? (value, at - start) : nil
    }

    private mutating func skipSpaces() { while next == 0x20 { at += 1 } }

    /// Skips the separator between the day and the time: spaces, a comma, or ISO 8601's T.
    private mutating func skipGap() {
      skipSpaces()
      if take(UInt8(ascii: ",")) { return skipSpaces() }
      if next == UInt8(ascii: "t"), at + 1 < text.count, isDigit(text[at + 1]) { at += 1 }
    }

    /// Everything up to a digit or a sign.
    private mutating func letters() -> UnsafeBufferPointer<UInt8> {
      let start = at
      while let byte = next, !isDigit(byte), byte != UInt8(ascii: "+"), byte != UInt8(ascii: "-") { at += 1 }
      return UnsafeBufferPointer(rebasing: text[start..<at])
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 <= 9 }
  }

  /// The day period that a text begins with, and the words behind it.
  private static func periodAndWords(_ text: UnsafeBufferPointer<UInt8>) -> (Range<Int>?, ArraySlice<String>) {
    if let hours = DayPeriod.hours(text) { return (hours, []) }
    var words = words(text)
    let hours = DayPeriod.take(from: &words)
    return (hours, words)
  }

  /// Words between spaces, in small letters and without full stops: `p. m. PST` is `p`, `m`, `pst`.
  private static func words(_ bytes: UnsafeBufferPointer<UInt8>) -> ArraySlice<String> {
    guard bytes.contains(where: { $0 != 0x20 }) else { return [] }
    return bytes.split(separator: 0x20).map { word in
      String(decoding: word.filter { $0 != UInt8(ascii: ".") }, as: UTF8.self).lowercased()
    }[...]
  }

  private static func clock(_ hour: Int, _ minute: Int, _ second: Int, _ ms: Int64) -> (hour: Int, restMs: Int64)? {
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    return (hour, Int64(minute * 60 + second) * 1000 + ms)
  }

  /// The time of day; of a clock of twelve hours that which lies in `span`, the hours of the day period.
  private static func milliseconds(_ clock: (hour: Int, restMs: Int64), in span: Range<Int>?) -> Int64? {
    guard let span else { return Int64(clock.hour) * 3_600_000 + clock.restMs }
    // Japan's clock begins at 0, others' at 12.
    guard clock.hour <= 12 else { return nil }
    let hours = [clock.hour % 12, clock.hour % 12 + 12].filter(span.contains)
    return hours.count == 1 ? Int64(hours[0]) * 3_600_000 + clock.restMs : nil
  }
}
