import Glibc

/// Walks over JSON text (RFC 8259) and checks every byte of it, without making a value of any.
///
/// It takes exactly the texts that `JSON(parsing:)` takes: no comments, no trailing commas, valid UTF-8 only, at most 512 levels. Beside that it
/// knows whether what it passed is spelt as `JSON.text` spells it; then the bytes can be kept as they are. Lives no longer than the buffer.
struct JSONCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The next byte.
  private(set) var position = 0
  private var depth = 0
  /// The deepest level of arrays and objects that was entered; may be set back. The whole text's value has level 1.
  var deepest = 0
  /// Whether everything passed had no white space and no escape but those that `JSON.text` would write, and no object a key
  /// twice; may be set back.
  var isPlain = true
  /// Hashes of the keys of the objects that aren't complete yet, the outermost one's first.
  private var keys: [UInt64] = []

  /// The text isn't JSON. What is wrong with it, `JSON(parsing:)` says.
  struct Malformed: Error {}

  /// A value that was passed.
  struct Token {
    /// What it is.
    let kind: Kind
    /// Its bytes; of a string those between the quotes, escapes as they are.
    let range: Range<Int>

    /// What a value can be.
    enum Kind { case null, bool, number, string, array, object }
  }

  /// A cursor before the first byte.
  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Passes any value.
  mutating func value() throws(Malformed) -> Token {
    skipSpace()
    guard position < bytes.count else { throw Malformed() }
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "\""): return Token(kind: .string, range: try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try number()
      return Token(kind: .number, range: start..<position)
    case UInt8(ascii: "{"):
      try members { cursor, _ throws(Malformed) in _ = try cursor.value() }
      return Token(kind: .object, range: start..<position)
    case UInt8(ascii: "["):
      try elements { cursor throws(Malformed) in _ = try cursor.value() }
      return Token(kind: .array, range: start..<position)
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "t"): return try literal("true", .bool)
    case UInt8(ascii: "f"): return try literal("false", .bool)
    default: throw Malformed()
    }
  }

  /// Passes any value; its bytes, the quotes of a string included.
  mutating func valueRange() throws(Malformed) -> Range<Int> {
    skipSpace()
    let start = position
    _ = try value()
    return start..<position
  }

  /// Whether the next value is an object.
  mutating func isAtObject() -> Bool { isAt(UInt8(ascii: "{")) }

  /// Whether the next value is an array.
  mutating func isAtArray() -> Bool { isAt(UInt8(ascii: "[")) }

  /// Passes an object. `member` is called after each key with the bytes between its quotes, and must pass its value.
  @inline(__always)
  mutating func members(_ member: (inout JSONCursor, Range<Int>) throws(Malformed) -> Void) throws(Malformed) {
    try descend()
    skipSpace()
    if !take(UInt8(ascii: "}")) {
      let first = keys.count
      repeat {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw Malformed() }
        let key = try string()
        keys.append(JSONCursor.hash(slice(key)))
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw Malformed() }
        try member(&self, key)
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "}")) else { throw Malformed() }
      forgetKeys(from: first)
    }
    depth -= 1
  }

  /// Passes an array. `element` is called before each element and must pass it.
  @inline(__always)
  mutating func elements(_ element: (inout JSONCursor) throws(Malformed) -> Void) throws(Malformed) {
    try descend()
    skipSpace()
    if !take(UInt8(ascii: "]")) {
      repeat {
        try element(&self)
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "]")) else { throw Malformed() }
    }
    depth -= 1
  }

  /// Passes white space, after which nothing may follow.
  mutating func end() throws(Malformed) {
    skipSpace()
    guard position == bytes.count else { throw Malformed() }
  }

  // MARK: What was passed

  /// The bytes of a range.
  func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[range]) }

  /// Whether a byte stands in a range.
  func contains(_ byte: UInt8, in range: Range<Int>) -> Bool {
    !range.isEmpty && memchr(bytes.baseAddress.unsafelyUnwrapped + range.lowerBound, Int32(byte), range.count) != nil
  }

  /// The bytes of a range as text, which those of a plain value always are.
  func text(_ range: Range<Int>) -> String { String(decoding: slice(range), as: UTF8.self) }

  /// Whether the bytes of a range are those of `word`.
  @inline(__always)
  func matches(_ range: Range<Int>, _ word: StaticString) -> Bool {
    range.count == word.utf8CodeUnitCount
      && memcmp(bytes.baseAddress.unsafelyUnwrapped + range.lowerBound, word.utf8Start, range.count) == 0
  }

  // MARK: -

  private mutating func descend() throws(Malformed) {
    position += 1
    depth += 1
    deepest = max(deepest, depth)
    if depth > 512 { throw Malformed() }
  }

  /// Forgets an object's keys; one that may stand twice makes it not plain.
  private mutating func forgetKeys(from first: Int) {
    defer { keys.removeLast(keys.count - first) }
    guard keys.count - first > 12 else {
      for index in keys.indices.dropFirst(first + 1) where keys[first..<index].contains(keys[index]) { isPlain = false }
      return
    }
    keys[first...].sort()
    for index in keys.indices.dropFirst(first + 1) where keys[index] == keys[index - 1] { isPlain = false }
  }

  /// FNV-1a over eight bytes at a time. Keys that are made to agree in it are only read the slower way.
  private static func hash(_ key: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(key.count)
    var position = 0
    while position + 8 <= key.count {
      hash = (hash ^ UnsafeRawPointer(key.baseAddress.unsafelyUnwrapped + position).loadUnaligned(as: UInt64.self)) &* 0x100_0000_01B3
      hash ^= hash >> 29
      position += 8
    }
    for byte in key[position...] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }

  private mutating func string() throws(Malformed) -> Range<Int> {
    position += 1
    let start = position
    while true {
      skipPlainBytes()
      guard position < bytes.count else { throw Malformed() }
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return start..<position - 1
      case UInt8(ascii: "\\"): try escape()
      case 0..<0x20: throw Malformed()
      case 0x7F:
        isPlain = false
        position += 1
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
    while position + 8 <= bytes.count {
      let word = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped + position).loadUnaligned(as: UInt64.self).littleEndian
      let (quote, backslash, delete) = (word ^ (ones &* 0x22), word ^ (ones &* 0x5C), word ^ (ones &* 0x7F))
      let special =
        ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | ((delete &- ones) & ~delete)
        | ((word &- (ones &* 0x20)) & ~word) | word
      let flags = special & (ones &* 0x80)
      if flags != 0 {
        position += flags.trailingZeroBitCount >> 3
        return
      }
      position += 8
    }
    while position < bytes.count, JSONCursor.isPlain(bytes[position]) { position += 1 }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func escape() throws(Malformed) {
    guard position + 1 < bytes.count else { throw Malformed() }
    let byte = bytes[position + 1]
    position += 2
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): return
    case UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"): isPlain = false
    case UInt8(ascii: "u"):
      isPlain = false
      guard position + 4 <= bytes.count else { throw Malformed() }
      for digit in bytes[position..<position + 4] where !JSONCursor.isHex(digit) { throw Malformed() }
      position += 4
    default: throw Malformed()
    }
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
    default: false
    }
  }

  /// Passes a character of two to four bytes (The Unicode Standard, table 3-7).
  private mutating func scalar() throws(Malformed) {
    let first = bytes[position]
    let (count, second): (Int, ClosedRange<UInt8>)
    switch first {
    case 0xC2...0xDF: (count, second) = (2, 0x80...0xBF)
    case 0xE0: (count, second) = (3, 0xA0...0xBF)
    case 0xED: (count, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (count, second) = (3, 0x80...0xBF)
    case 0xF0: (count, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (count, second) = (4, 0x80...0xBF)
    case 0xF4: (count, second) = (4, 0x80...0x8F)
    default: throw Malformed()
    }
    guard position + count <= bytes.count, second.contains(bytes[position + 1]) else { throw Malformed() }
    for byte in bytes[position + 2..<position + count] where byte & 0xC0 != 0x80 { throw Malformed() }
    position += count
  }

  private mutating func number() throws(Malformed) {
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
  }

  private mutating func digits() throws(Malformed) {
    let start = position
    while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
    if position == start { throw Malformed() }
  }

  private mutating func literal(_ word: StaticString, _ kind: Token.Kind) throws(Malformed) -> Token {
    let range = position..<position + word.utf8CodeUnitCount
    guard range.upperBound <= bytes.count, matches(range, word) else { throw Malformed() }
    position = range.upperBound
    return Token(kind: kind, range: range)
  }

  @inline(__always)
  private mutating func skipSpace() {
    guard position < bytes.count, bytes[position] <= 0x20 else { return }
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
      isPlain = false
    }
  }

  private mutating func isAt(_ byte: UInt8) -> Bool {
    skipSpace()
    return position < bytes.count && bytes[position] == byte
  }

  @inline(__always)
  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }
}
