import HealthModel

/// A fast form of `MealRules` for common meals, on the bytes of the record: whether it is certainly valid.
///
/// It may return false for a valid meal (a number with an exponent, for instance): then `MealRules` decides and gives
/// the reason for a rejection. It never accepts a meal that `MealRules` rejects. A repeated key makes the cursor not
/// plain, which the caller checks.
struct MealCheck {
  /// Whether nothing was in doubt so far.
  private(set) var isRight = true
  /// The members that must be there and were seen.
  private var seen: Seen = []

  private struct Seen: OptionSet {
    let rawValue: UInt8
    static let day = Seen(rawValue: 1)
    static let eatenAt = Seen(rawValue: 2)
    static let offset = Seen(rawValue: 4)
    static let slot = Seen(rawValue: 8)
    static let name = Seen(rawValue: 16)
    static let all: Seen = [.day, .eatenAt, .offset, .slot, .name]
  }

  /// Passes an object that is a meal's `data`; whether it is right. Keys written with needless escapes are for the caller to see
  /// (`isPlain`): they aren't recognised here.
  static func isRight(_ cursor: inout JSONCursor) throws(JSONError) -> Bool {
    var check = MealCheck()
    try cursor.members { cursor, key throws(JSONError) in try check.member(key, &cursor) }
    return check.isRight && check.seen == .all
  }

  private mutating func member(_ key: Range<Int>, _ cursor: inout JSONCursor) throws(JSONError) {
    if cursor.matches(key, "nutrition") {
      try numbers(&cursor, below: 9999, includingZero: true)
    } else if cursor.matches(key, "amount") {
      // The least of the bounds of its members: servings'.
      try numbers(&cursor, below: 10_000, includingZero: false)
    } else if cursor.matches(key, "provenance") {
      try provenance(&cursor)
    } else {
      try simple(key, try cursor.value(), cursor)
    }
  }

  private mutating func simple(_ key: Range<Int>, _ value: JSONCursor.Token, _ cursor: JSONCursor) throws(JSONError) {
    if cursor.matches(key, "name") {
      judge(.name, value.kind == .string && !value.range.isEmpty)
    } else if cursor.matches(key, "day") {
      judge(.day, value.kind == .string && value.range.count == 10 && Day(cursor.text(value.range)) != nil)
    } else if cursor.matches(key, "slot") {
      judge(.slot, value.kind == .string && value.range.count < 16 && MealSlot(rawValue: cursor.text(value.range)) != nil)
    } else if cursor.matches(key, "eaten_at_ms") {
      judge(.eatenAt, isTime(value))
    } else if cursor.matches(key, "utc_offset_min") {
      // Up to ±99 999: a digit too many for the range is left to the rules.
      judge(.offset, value.kind == .number && value.range.count <= 5 && (-840...840).contains(Int(cursor.text(value.range)) ?? 841))
    } else if cursor.matches(key, "brand") || cursor.matches(key, "note") {
      judge([], value.kind == .null || value.kind == .string)
    } else if cursor.matches(key, "gtin") {
      judge([], value.kind == .null || (value.kind == .string && value.range.count < 16 && GTIN(digits: cursor.text(value.range)) != nil))
    } else if cursor.matches(key, "created_at_ms") {
      judge([], value.kind == .null || isTime(value))
    }

    /// Whole milliseconds since 1970 of up to 14 digits, which is before the year 5138.
    func isTime(_ value: JSONCursor.Token) -> Bool {
      value.kind == .number && value.range.count <= 14 && cursor.slice(value.range).allSatisfy(MealCheck.isDigit)
    }
  }

  private mutating func judge(_ member: Seen, _ isFine: Bool) {
    seen.insert(member)
    if !isFine { isRight = false }
  }

  /// `null`, or an object of numbers in their plainest form and nulls, below the least bound that one of them has in `NumberRules`.
  private mutating func numbers(_ cursor: inout JSONCursor, below limit: Int, includingZero: Bool) throws(JSONError) {
    guard cursor.isAtObject() else { return judge([], try cursor.value().kind == .null) }
    try cursor.members { cursor, _ throws(JSONError) in
      let value = try cursor.value()
      if value.kind == .null { return }
      if value.kind != .number || !MealCheck.isNumber(cursor.slice(value.range), below: limit, includingZero: includingZero) {
        isRight = false
      }
    }
  }

  /// Whether a number without sign and exponent, of up to 20 characters, lies in 0..<limit; with `includingZero: false` above 0.
  private static func isNumber(_ text: UnsafeBufferPointer<UInt8>, below limit: Int, includingZero: Bool) -> Bool {
    guard text.count <= 20 else { return false }
    var (whole, isFraction, isAboveZero) = (0, false, false)
    for byte in text {
      if byte == UInt8(ascii: ".") {
        isFraction = true
        continue
      }
      guard isDigit(byte) else { return false }
      if byte != UInt8(ascii: "0") { isAboveZero = true }
      if !isFraction { whole = whole * 10 + Int(byte - UInt8(ascii: "0")) }
      if whole >= limit { return false }
    }
    return includingZero || isAboveZero
  }

  private mutating func provenance(_ cursor: inout JSONCursor) throws(JSONError) {
    guard cursor.isAtObject() else { return judge([], try cursor.value().kind == .null) }
    try cursor.members { cursor, key throws(JSONError) in
      if cursor.matches(key, "doubts"), cursor.isAtArray() {
        try cursor.elements { cursor throws(JSONError) in
          if try cursor.value().kind != .string { isRight = false }
        }
      } else {
        let kind = try cursor.value().kind
        if kind != .null && (kind != .string || cursor.matches(key, "doubts")) { isRight = false }
      }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
