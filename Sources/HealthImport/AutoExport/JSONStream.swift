import HealthModel

/// Walks through a JSON text of any size, from member to member and element to element, and extracts one value at a
/// time.
///
/// Only the syntax between the values is parsed here. A requested value is passed to `JSON` as a whole, any other is
/// skipped. So the memory needed is that of the largest requested value.
struct JSONStream {
  private var source: any ByteSource
  private var window: [UInt8]
  private var next = 0
  private var filled = 0
  /// Bytes before the window.
  private var before: Int64 = 0
  /// For each open object or array, whether a member was read, so that a comma must come.
  private var hasMembers: [Bool] = []

  /// A value that is taken may have so many bytes: a workout of a day with a position each second has 20 MB.
  static let mostValueBytes = 64 << 20
  /// Starts at the text's first byte; a byte order mark is skipped.
  ///
  /// - Parameter windowBytes: The number of bytes read at once.
  init(_ source: any ByteSource, windowBytes: Int = 256 << 10) throws {
    self.source = source
    window = [UInt8](repeating: 0, count: windowBytes)
    if try peek() == 0xEF { for byte: UInt8 in [0xEF, 0xBB, 0xBF] { try expect(byte, "a byte order mark") } }
  }

  /// Bytes gone through.
  var position: Int64 { before + Int64(next) }

  // MARK: - Structure

  /// Goes into an object; false, without moving, when the next value isn't one.
  mutating func enterObject() throws -> Bool { try enter(UInt8(ascii: "{")) }

  /// Goes into an array; false, without moving, when the next value isn't one.
  mutating func enterArray() throws -> Bool { try enter(UInt8(ascii: "[")) }

  /// Returns the next member's key and stops before its value; `nil` at the object's end, which is left.
  mutating func nextKey() throws -> String? {
    guard try nextMember(UInt8(ascii: "}")) else { return nil }
    guard let first = try peekAfterSpace() else { throw cutOff() }
    guard first == UInt8(ascii: "\"") else { throw broken("a key was expected") }
    guard let key = try value().string else { throw broken("a key was expected") }
    try skipSpace()
    try expect(UInt8(ascii: ":"), "':' was expected")
    return key
  }

  /// Whether there is another element; at the array's end it is left.
  mutating func nextElement() throws -> Bool { try nextMember(UInt8(ascii: "]")) }

  /// Whether the next value is an object or an array; doesn't move.
  mutating func isAtStructure() throws -> Bool {
    let first = try peekAfterSpace()
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// Passes over the next value if it is `null`; false, without moving, for any other.
  mutating func skipIfNull() throws -> Bool {
    guard try peekAfterSpace() == UInt8(ascii: "n") else { return false }
    try skipValue()
    return true
  }

  /// Passes over the next value.
  mutating func skipValue() throws { try scanValue { _ in } }

  /// Takes the next value.
  mutating func value() throws -> JSON {
    if let value = try valueInWindow() { return value }
    let (start, name) = (position, source.name)
    var bytes: [UInt8] = []
    try scanValue { piece in
      guard bytes.count + piece.count <= Self.mostValueBytes else {
        throw ImportError(.dangerous, "one value in \(name) at byte \(start) has more than \(Self.mostValueBytes >> 20) MB")
      }
      bytes.append(contentsOf: piece)
    }
    do throws(JSONError) {
      return try JSON(parsing: bytes)
    } catch {
      throw broken(error.reason, at: start + Int64(error.offset))
    }
  }

  /// The next value if it is a text, an object or an array, has no fault and ends in the window, as most do; `nil`, without moving, if not.
  private mutating func valueInWindow() throws -> JSON? {
    guard let first = try peekAfterSpace(), first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == UInt8(ascii: "\"") else {
      return nil
    }
    return window[next..<filled].withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes)
      guard let value = try? JSON(next: &cursor) else { return nil }
      next += cursor.position
      return value
    }
  }

  /// Checks that nothing comes any more.
  mutating func finish() throws {
    try skipSpace()
    if try peek() != nil { throw broken("unexpected text after the value") }
  }

  // MARK: - Bytes

  private mutating func enter(_ bracket: UInt8) throws -> Bool {
    guard try peekAfterSpace() == bracket else { return false }
    next += 1
    guard hasMembers.count < JSONCursor.mostLevels else { throw broken("more than \(JSONCursor.mostLevels) levels") }
    hasMembers.append(false)
    return true
  }

  private mutating func nextMember(_ closing: UInt8) throws -> Bool {
    guard let level = hasMembers.indices.last else { return false }
    if try peekAfterSpace() == closing {
      next += 1
      hasMembers.removeLast()
      return false
    }
    if hasMembers[level] { try expect(UInt8(ascii: ","), "',' was expected") }
    hasMembers[level] = true
    return true
  }

  /// Skips one value and passes on its bytes, in pieces as they lie in the window. Only strings and brackets inside it
  /// are checked.
  private mutating func scanValue(_ take: (ArraySlice<UInt8>) throws -> Void) throws {
    guard let first = try peekAfterSpace() else { throw cutOff() }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == UInt8(ascii: "\"") else { return try scanWord(take) }
    var depth = 0
    var isInString = false
    var isEscaped = false
    repeat {
      guard try peek() != nil else { throw cutOff() }
      let start = next
      // Until the value or the window ends.
      scan: while next < filled {
        let byte = window[next]
        next += 1
        if isInString {
          if isEscaped {
            isEscaped = false
          } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
          } else if byte == UInt8(ascii: "\"") {
            isInString = false
            if depth == 0 { break scan }
          }
          continue
        }
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          depth += 1
          guard depth <= JSONCursor.mostLevels else { throw broken("more than \(JSONCursor.mostLevels) levels") }
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          if depth <= 0 { break scan }
        default: break
        }
      }
      try take(window[start..<next])
    } while depth > 0 || isInString
  }

  /// A number, `true`, `false` or `null`.
  private mutating func scanWord(_ take: (ArraySlice<UInt8>) throws -> Void) throws {
    var isEmpty = true
    while let byte = try peek(), !Self.endsWord(byte) {
      isEmpty = false
      let start = next
      while next < filled, !Self.endsWord(window[next]) { next += 1 }
      try take(window[start..<next])
    }
    if isEmpty { throw broken("a value was expected") }
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    JSONCursor.isSpace(byte)
      || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: ":")
  }

  private mutating func skipSpace() throws { while let byte = try peek(), JSONCursor.isSpace(byte) { next += 1 } }

  private mutating func peekAfterSpace() throws -> UInt8? {
    try skipSpace()
    return try peek()
  }

  private mutating func expect(_ byte: UInt8, _ what: String) throws {
    guard let found = try peek() else { throw cutOff() }
    guard found == byte else { throw broken(what) }
    next += 1
  }

  private mutating func peek() throws -> UInt8? {
    if next == filled {
      before += Int64(filled)
      (next, filled) = (0, 0)
      filled = try window.withUnsafeMutableBytes { try source.read(into: $0) }
      if filled == 0 { return nil }
    }
    return window[next]
  }

  private func cutOff() -> ImportError {
    ImportError(
      .cutOff, "\(source.name) is cut off after byte \(position)",
      hint: "copy it again, export it again, or keep what can be read: \(.keepPartial)")
  }

  private func broken(_ reason: String, at offset: Int64? = nil) -> ImportError {
    ImportError(
      .broken, "\(source.name) is broken: \(reason) at byte \(offset ?? position)",
      hint: "copy it again, export it again, or keep what can be read: \(.keepPartial)")
  }
}
