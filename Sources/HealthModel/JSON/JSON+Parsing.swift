/// Text that isn't JSON.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong: "unexpected character".
  public let reason: String
  /// Where, in bytes from the start.
  public let offset: Int

  /// The reason for a key that stands twice.
  public static let repeatedKey = "a key stands twice"

  /// The reason for more values than the rules allow.
  public static let tooManyValues = "too many values"

  public var description: String { "\(reason) at byte \(offset)" }
}

extension JSON {
  /// Reasons to refuse a text that is JSON, so that a small text of a stranger can't fill the memory.
  public struct ReadingRules: Sendable {
    /// Whether the escape of half a surrogate pair is an error; else it becomes U+FFFD.
    public let refusesHalves: Bool
    /// Whether a key that stands twice in one object is an error; else both members are kept, and the last one counts.
    public let refusesRepeatedKeys: Bool
    /// The most values of any kind, nested ones included. A value takes up to some 100 bytes of memory.
    public let maxValues: Int

    /// Rules with everything given; by default only the values are bounded.
    public init(maxValues: Int = JSON.maxValues, refusesHalves: Bool = false, refusesRepeatedKeys: Bool = false) {
      self.maxValues = maxValues
      self.refusesHalves = refusesHalves
      self.refusesRepeatedKeys = refusesRepeatedKeys
    }
  }

  /// The most values of a text when nothing else is said: four million.
  public static let maxValues = 4_000_000

  /// Reads one JSON text (RFC 8259) that fills `bytes` but for white space.
  ///
  /// Strict: no comments, no trailing commas, valid UTF-8 only, at most 512 levels deep, `maxValues` values. Unpaired surrogate escapes become
  /// U+FFFD.
  public init(parsing bytes: some Sequence<UInt8>, by rules: ReadingRules = ReadingRules()) throws(JSONError) {
    let contiguous = ContiguousArray(bytes)
    let result = contiguous.withUnsafeBufferPointer { buffer in
      Result { () throws(JSONError) -> JSON in
        var parser = JSONParser(buffer, rules)
        return try parser.document()
      }
    }
    self = try result.get()
  }

  /// Reads one JSON text.
  public init(parsing text: String) throws(JSONError) { try self.init(parsing: text.utf8) }
}

/// Recursive descent over bytes in memory; lives no longer than the buffer.
private struct JSONParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var depth = 0
  private let rules: JSON.ReadingRules
  /// Values read so far.
  private var count = 0
  /// Members of the objects and elements of the arrays that aren't complete yet, the outermost one's first. Each is copied out once, at its end:
  /// arrays that grow by themselves, or ask for room ahead, take several times what they hold.
  private var openMembers: [JSON.Member] = []
  private var openElements: [JSON] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ rules: JSON.ReadingRules) {
    self.bytes = bytes
    self.rules = rules
  }

  mutating func document() throws(JSONError) -> JSON {
    let value = try value()
    skipSpace()
    guard position == bytes.count else { throw failure("unexpected text after the value") }
    return value
  }

  private mutating func value() throws(JSONError) -> JSON {
    skipSpace()
    guard let byte = peek else { throw failure("unexpected end") }
    count += 1
    if count > rules.maxValues { throw failure(JSONError.tooManyValues) }
    switch byte {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: throw failure("unexpected character")
    }
  }

  private mutating func object() throws(JSONError) -> JSON {
    try descend()
    defer { depth -= 1 }
    skipSpace()
    if take(UInt8(ascii: "}")) { return .members([]) }
    let first = openMembers.count
    repeat {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw failure("a key was expected") }
      let key = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw failure("':' was expected") }
      openMembers.append(JSON.Member(key, try value()))
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw failure("'}' was expected") }
    let members = Array(openMembers[first...])
    openMembers.removeSubrange(first...)
    if rules.refusesRepeatedKeys, JSONParser.hasRepeatedKey(members) { throw failure(JSONError.repeatedKey) }
    return .members(members)
  }

  private mutating func array() throws(JSONError) -> JSON {
    try descend()
    defer { depth -= 1 }
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array([]) }
    let first = openElements.count
    repeat {
      openElements.append(try value())
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw failure("']' was expected") }
    let elements = Array(openElements[first...])
    openElements.removeSubrange(first...)
    return .array(elements)
  }

  private static func hasRepeatedKey(_ members: [JSON.Member]) -> Bool {
    guard members.count > 8 else {
      return members.indices.contains { index in members[..<index].contains { $0.key == members[index].key } }
    }
    return Set(members.lazy.map(\.key)).count < members.count
  }

  private mutating func number() throws(JSONError) -> JSON {
    let start = position
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    return .number(text(start..<position))
  }

  private mutating func digits() throws(JSONError) {
    let start = position
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    if position == start { throw failure("a digit was expected") }
  }

  private mutating func string() throws(JSONError) -> String {
    position += 1
    let start = position
    // Most strings have no escapes: find the end, copy once. Most are ASCII, which can't be wrong UTF-8, and the generic
    // `String(validating:)` costs more than all the rest.
    var bits: UInt8 = 0
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      bits |= byte
      position += 1
    }
    if peek == UInt8(ascii: "\"") {
      let text = bits < 0x80 ? text(start..<position) : try validated(bytes[start..<position])
      position += 1
      return text
    }
    var unescaped = Array(bytes[start..<position])
    while let byte = peek {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return try validated(unescaped)
      case UInt8(ascii: "\\"): try escape(into: &unescaped)
      case 0..<0x20: throw failure("a control character in a string")
      default: unescaped.append(byte)
      }
    }
    throw failure("a string without an end")
  }

  private mutating func escape(into unescaped: inout [UInt8]) throws(JSONError) {
    guard let byte = peek else { throw failure("a string without an end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(byte)
    case UInt8(ascii: "b"): unescaped.append(0x08)
    case UInt8(ascii: "f"): unescaped.append(0x0C)
    case UInt8(ascii: "n"): unescaped.append(0x0A)
    case UInt8(ascii: "r"): unescaped.append(0x0D)
    case UInt8(ascii: "t"): unescaped.append(0x09)
    case UInt8(ascii: "u"): unescaped.append(contentsOf: String(try escapedScalar()).utf8)
    default: throw failure("an unknown escape")
    }
  }

  private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
    let first = try hexUnit()
    if let scalar = Unicode.Scalar(UInt32(first)) { return scalar }
    guard (0xD800..<0xDC00).contains(first), position + 1 < bytes.count,
      bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
    else { return try half() }
    let before = position
    position += 2
    let second = try hexUnit()
    guard (0xDC00..<0xE000).contains(second) else {
      position = before  // The second escape stands for itself.
      return try half()
    }
    return Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)) ?? "\u{FFFD}"
  }

  private func half() throws(JSONError) -> Unicode.Scalar {
    if rules.refusesHalves { throw failure("half of a surrogate pair") }
    return "\u{FFFD}"
  }

  private mutating func hexUnit() throws(JSONError) -> UInt16 {
    guard position + 4 <= bytes.count,
      let unit = UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16),
      bytes[position] != UInt8(ascii: "+"), bytes[position] != UInt8(ascii: "-")
    else { throw failure("four hexadecimal digits were expected") }
    position += 4
    return unit
  }

  /// Bytes that are known to be ASCII.
  private func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  private func validated(_ slice: some Collection<UInt8>) throws(JSONError) -> String {
    guard let text = String(validating: slice, as: UTF8.self) else { throw failure("text that isn't UTF-8") }
    return text
  }

  private mutating func literal(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.count, word.withUTF8Buffer({ bytes[position..<end].elementsEqual($0) }) else {
      throw failure("unexpected character")
    }
    position = end
    return value
  }

  private mutating func descend() throws(JSONError) {
    position += 1
    depth += 1
    if depth > 512 { throw failure("more than 512 levels") }
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private func failure(_ reason: String) -> JSONError { JSONError(reason: reason, offset: position) }
}
