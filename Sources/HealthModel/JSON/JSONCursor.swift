import Glibc

/// Walks over JSON text (RFC 8259) and validates every byte of it, without creating values. The only implementation of
/// the grammar: `JSON` is built from the values that a cursor passes, and `JSONStream` runs it on the contents of its
/// window.
///
/// No comments, no trailing commas, valid UTF-8 only, at most 512 levels. It also tracks whether the text passed is
/// spelt as `JSON.text` spells it; the bytes can then be kept unchanged. Must not outlive the buffer.
///
/// Functions that take a closure, and those called for every few bytes, are inlinable: the loops over a push's records
/// are in another module.
public struct JSONCursor {
  /// The whole text.
  @usableFromInline let bytes: UnsafeBufferPointer<UInt8>
  /// The place of the next byte.
  @usableFromInline var next = 0
  /// Arrays and objects that were entered and not left.
  @usableFromInline var depth = 0
  /// The deepest level of arrays and objects that was entered; may be set back. The whole text's value has level 1.
  public var deepest = 0
  /// Whether everything passed had no white space and no escape but those that `JSON.text` would write, and no object a key
  /// twice; may be set back before an object. Keys aren't compared while it is false.
  public var isPlain = true
  /// Whether the last string or key that was passed has an escape.
  private(set) var hasEscape = false
  private var keys = RepeatedKeys()

  /// The most levels of arrays and objects in each other: more would end the stack.
  public static let mostLevels = 512

  /// A value that was passed.
  public struct Token {
    /// The kind of the value.
    public let kind: Kind
    /// Its bytes; of a string those between the quotes, escapes as they are.
    public let range: Range<Int>

    /// The kinds of JSON values.
    public enum Kind { case null, bool, number, string, array, object }
  }

  /// A cursor before the first byte.
  public init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The number of bytes passed.
  @inlinable public var position: Int { next }

  /// Passes any value. Like all that passes something, it throws at the first byte that is wrong.
  public mutating func value() throws(JSONError) -> Token {
    skipSpace()
    guard next < bytes.count else { throw failure("unexpected end") }
    let start = next
    switch bytes[next] {
    case UInt8(ascii: "\""): return Token(kind: .string, range: try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return Token(kind: .number, range: try number())
    case UInt8(ascii: "{"):
      try members { cursor, _ throws(JSONError) in _ = try cursor.value() }
      return Token(kind: .object, range: start..<next)
    case UInt8(ascii: "["):
      try elements { cursor throws(JSONError) in _ = try cursor.value() }
      return Token(kind: .array, range: start..<next)
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "t"): return try literal("true", .bool)
    case UInt8(ascii: "f"): return try literal("false", .bool)
    default: throw failure("unexpected character")
    }
  }

  /// Passes any value; its bytes, the quotes of a string included.
  public mutating func valueRange() throws(JSONError) -> Range<Int> {
    skipSpace()
    let start = next
    _ = try value()
    return start..<next
  }

  /// Whether the next value is an object.
  @inlinable public mutating func isAtObject() -> Bool { firstByte() == UInt8(ascii: "{") }

  /// Whether the next value is an array.
  @inlinable public mutating func isAtArray() -> Bool { firstByte() == UInt8(ascii: "[") }

  /// The first byte of what comes next, after white space, which is passed; `nil` at the end.
  @inlinable
  public mutating func firstByte() -> UInt8? {
    skipSpace()
    return next < bytes.count ? bytes[next] : nil
  }

  /// Passes an object. `member` is called after each key with the bytes between its quotes, and must pass its value.
  @inlinable @inline(__always)
  public mutating func members(_ member: (inout JSONCursor, Range<Int>) throws(JSONError) -> Void) throws(JSONError) {
    let firstKey = try descend()
    skipSpace()
    if !take(UInt8(ascii: "}")) {
      repeat {
        let key = try key()
        try member(&self, key)
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "}")) else { throw failure("'}' was expected") }
    }
    leaveObject(firstKey)
  }

  /// Passes an array. `element` is called before each element and must pass it.
  @inlinable @inline(__always)
  public mutating func elements(_ element: (inout JSONCursor) throws(JSONError) -> Void) throws(JSONError) {
    try descend()
    skipSpace()
    if !take(UInt8(ascii: "]")) {
      repeat {
        try element(&self)
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "]")) else { throw failure("']' was expected") }
    }
    depth -= 1
  }

  /// Passes white space, after which nothing may follow.
  public mutating func end() throws(JSONError) {
    skipSpace()
    guard next == bytes.count else { throw failure("unexpected text after the value") }
  }

  /// Returns the error at the cursor's position.
  @inline(never)
  public func failure(_ reason: String) -> JSONError { JSONError(reason: reason, offset: next) }

  /// Whether a byte is white space between values.
  @inlinable @inline(__always)
  public static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  // MARK: What was passed

  /// The bytes of a range.
  @inlinable
  public func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[range]) }

  /// Whether a byte is in a range.
  @inlinable
  public func contains(_ byte: UInt8, in range: Range<Int>) -> Bool {
    !range.isEmpty && memchr(bytes.baseAddress.unsafelyUnwrapped + range.lowerBound, Int32(byte), range.count) != nil
  }

  /// The bytes of a range as text, which those of a plain value always are.
  @inlinable
  public func text(_ range: Range<Int>) -> String { String(decoding: slice(range), as: UTF8.self) }

  /// Whether the bytes of a range are those of `word`.
  @inlinable @inline(__always)
  public func matches(_ range: Range<Int>, _ word: StaticString) -> Bool {
    range.count == word.utf8CodeUnitCount
      && memcmp(bytes.baseAddress.unsafelyUnwrapped + range.lowerBound, word.utf8Start, range.count) == 0
  }

  // MARK: -

  /// Enters an array or an object; how many keys the objects around it have so far.
  @usableFromInline @discardableResult
  mutating func descend() throws(JSONError) -> Int {
    next += 1
    depth += 1
    deepest = max(deepest, depth)
    if depth > JSONCursor.mostLevels { throw failure("more than \(JSONCursor.mostLevels) levels") }
    return keys.count
  }

  /// Passes a key and the colon behind it; the bytes between its quotes.
  @usableFromInline
  mutating func key() throws(JSONError) -> Range<Int> {
    skipSpace()
    guard next < bytes.count, bytes[next] == UInt8(ascii: "\"") else { throw failure("a key was expected") }
    let key = try string()
    if isPlain { keys.add(slice(key)) }
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw failure("':' was expected") }
    return key
  }

  /// Leaves an object; `first` is what `descend` gave.
  @usableFromInline
  mutating func leaveObject(_ first: Int) {
    depth -= 1
    if keys.count > first, keys.leaveObject(first) { isPlain = false }
  }

  /// Passes the string whose opening quote is at the cursor. Returns the range of the bytes between the quotes.
  mutating func string() throws(JSONError) -> Range<Int> {
    next += 1
    let start = next
    hasEscape = false
    while true {
      skipPlainBytes()
      guard next < bytes.count else { throw failure("a string without an end") }
      switch bytes[next] {
      case UInt8(ascii: "\""):
        next += 1
        return start..<next - 1
      case UInt8(ascii: "\\"): try escape()
      case 0..<0x20:
        next += 1
        throw failure("a control character in a string")
      case 0x7F:
        isPlain = false
        next += 1
      default: try scalar()
      }
    }
  }

  /// Passes bytes of a string up to one that needs a look: a quote, a backslash, a control character, or part of a character beyond ASCII.
  ///
  /// Eight at a time: `x ^ c` has a zero byte where `x` is `c`, and `(y - 1) & ~y` has the top bit set in the first zero byte of `y`
  /// (Warren, "Hacker's Delight", 6-1).
  @inline(__always)
  private mutating func skipPlainBytes() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    while next + 8 <= bytes.count {
      let word = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped + next).loadUnaligned(as: UInt64.self).littleEndian
      let (quote, backslash, delete) = (word ^ (ones &* 0x22), word ^ (ones &* 0x5C), word ^ (ones &* 0x7F))
      let special =
        ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | ((delete &- ones) & ~delete)
        | ((word &- (ones &* 0x20)) & ~word) | word
      let flags = special & (ones &* 0x80)
      if flags != 0 {
        next += flags.trailingZeroBitCount >> 3
        return
      }
      next += 8
    }
    while next < bytes.count, JSONCursor.isPlain(bytes[next]) { next += 1 }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func escape() throws(JSONError) {
    hasEscape = true
    next += 1
    guard next < bytes.count else { throw failure("a string without an end") }
    next += 1
    switch bytes[next - 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): return
    case UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"): isPlain = false
    case UInt8(ascii: "u"):
      isPlain = false
      guard next + 4 <= bytes.count, bytes[next..<next + 4].allSatisfy(JSONCursor.isHex) else {
        throw failure("four hexadecimal digits were expected")
      }
      next += 4
    default: throw failure("an unknown escape")
    }
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
    default: false
    }
  }

  private static let notUTF8 = "text that isn't UTF-8"

  /// Passes a character of two to four bytes (The Unicode Standard, table 3-7).
  private mutating func scalar() throws(JSONError) {
    let first = bytes[next]
    let (count, second): (Int, ClosedRange<UInt8>)
    switch first {
    case 0xC2...0xDF: (count, second) = (2, 0x80...0xBF)
    case 0xE0: (count, second) = (3, 0xA0...0xBF)
    case 0xED: (count, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (count, second) = (3, 0x80...0xBF)
    case 0xF0: (count, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (count, second) = (4, 0x80...0xBF)
    case 0xF4: (count, second) = (4, 0x80...0x8F)
    default: throw failure(JSONCursor.notUTF8)
    }
    guard next + count <= bytes.count, second.contains(bytes[next + 1]), bytes[next + 2..<next + count].allSatisfy({ $0 & 0xC0 == 0x80 })
    else { throw failure(JSONCursor.notUTF8) }
    next += count
  }

  /// Passes the number whose first byte is at the cursor. Returns the range of its bytes.
  mutating func number() throws(JSONError) -> Range<Int> {
    let start = next
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    return start..<next
  }

  private mutating func digits() throws(JSONError) {
    let start = next
    while next < bytes.count, bytes[next] &- UInt8(ascii: "0") < 10 { next += 1 }
    if next == start { throw failure("a digit was expected") }
  }

  private mutating func literal(_ word: StaticString, _ kind: Token.Kind) throws(JSONError) -> Token {
    let range = next..<next + word.utf8CodeUnitCount
    guard range.upperBound <= bytes.count, matches(range, word) else { throw failure("unexpected character") }
    next = range.upperBound
    return Token(kind: kind, range: range)
  }

  /// Passes white space.
  @inlinable @inline(__always)
  mutating func skipSpace() {
    guard next < bytes.count, bytes[next] <= 0x20 else { return }
    while next < bytes.count, JSONCursor.isSpace(bytes[next]) {
      next += 1
      isPlain = false
    }
  }

  /// Passes the byte if it is the next one; whether it was.
  @inlinable @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    guard next < bytes.count, bytes[next] == byte else { return false }
    next += 1
    return true
  }
}
