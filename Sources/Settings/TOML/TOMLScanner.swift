/// Reads where the statements of a TOML file lie. What they mean is the parser's matter, which has found the file to be right before; of a
/// file that isn't, it may read nonsense or nothing, but never beyond its end.
struct TOMLScanner {
  private let bytes: [UInt8]
  private var position = 0
  /// Of the statement that is read, or can't be told apart, counted from 1.
  private(set) var line = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The statements in their order, which hold every byte of the file but a byte order mark. `nil` when something can't be told apart.
  mutating func statements() -> [TOMLStatement]? {
    var statements: [TOMLStatement] = []
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    while position < bytes.count {
      let start = position
      skipBlanks()
      let indent = start..<position
      guard let content = content(), skipToNextLine() else { return nil }
      statements.append(TOMLStatement(content: content, bytes: start..<position, indent: indent, line: line))
      line += bytes[start..<position].count { $0 == UInt8(ascii: "\n") }
    }
    return statements
  }

  // MARK: Statements

  private mutating func content() -> TOMLStatement.Content? {
    switch byte {
    case nil, UInt8(ascii: "\n"), UInt8(ascii: "\r"): return .blank
    case UInt8(ascii: "#"):
      let start = position + 1
      skipToLineEnd()
      return .comment(start..<position)
    case UInt8(ascii: "["): return header()
    default: return pair()
    }
  }

  private mutating func header() -> TOMLStatement.Content? {
    position += 1
    let isArray = take("[")
    guard let key = key(), take("]"), !isArray || take("]") else { return nil }
    return .header(key, isArray: isArray)
  }

  private mutating func pair() -> TOMLStatement.Content? {
    guard let key = key(), take("=") else { return nil }
    skipBlanks()
    let start = position
    guard skipValue(isNested: false), position > start else { return nil }
    return .pair(key, value: start..<position)
  }

  /// A comment may stand behind anything; then the line ends.
  private mutating func skipToNextLine() -> Bool {
    skipBlanks()
    if byte == UInt8(ascii: "#") { skipToLineEnd() }
    if byte == UInt8(ascii: "\r") { position += 1 }
    if byte == UInt8(ascii: "\n") {
      position += 1
      return true
    }
    return byte == nil
  }

  // MARK: Keys

  private mutating func key() -> [String]? {
    var parts: [String] = []
    repeat {
      skipBlanks()
      guard let part = keyPart() else { return nil }
      parts.append(part)
      skipBlanks()
    } while take(".")
    return parts
  }

  private mutating func keyPart() -> String? {
    let start = position
    switch byte {
    case UInt8(ascii: "\""):
      guard skipText(UInt8(ascii: "\"")) else { return nil }
      return TOMLScanner.unescaped(bytes[(start + 1)..<(position - 1)])
    case UInt8(ascii: "'"):
      guard skipText(UInt8(ascii: "'")) else { return nil }
      return String(decoding: bytes[(start + 1)..<(position - 1)], as: UTF8.self)
    default:
      while let byte, TOMLScanner.isBare(byte) { position += 1 }
      return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
    }
  }

  /// Returns the text of a basic string, given the bytes between its quotes. `nil` for an escape that TOML doesn't have.
  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var text = ""
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    while let character = rest.unicodeScalars.popFirst() {
      guard character == "\\" else {
        text.unicodeScalars.append(character)
        continue
      }
      guard let sign = rest.unicodeScalars.popFirst() else { return nil }
      switch sign {
      case "b": text.unicodeScalars.append("\u{8}")
      case "t": text.unicodeScalars.append("\t")
      case "n": text.unicodeScalars.append("\n")
      case "f": text.unicodeScalars.append("\u{C}")
      case "r": text.unicodeScalars.append("\r")
      case "\"", "\\": text.unicodeScalars.append(sign)
      case "u", "U":
        let digits = rest.prefix(sign == "u" ? 4 : 8)
        guard let scalar = UInt32(digits, radix: 16).flatMap(UnicodeScalar.init) else { return nil }
        text.unicodeScalars.append(scalar)
        rest = rest.dropFirst(digits.count)
      default: return nil
      }
    }
    return text
  }

  // MARK: Values

  /// - Parameter isNested: Whether it stands in an array or an inline table, where a comma or a bracket ends it.
  private mutating func skipValue(isNested: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "\""): return skipText(UInt8(ascii: "\""))
    case UInt8(ascii: "'"): return skipText(UInt8(ascii: "'"))
    case UInt8(ascii: "["): return skipBracketed(to: UInt8(ascii: "]"))
    case UInt8(ascii: "{"): return skipBracketed(to: UInt8(ascii: "}"))
    default:
      // Numbers, dates, true, false; a date may have a blank in it.
      let start = position
      var end = position
      while let byte, !"#\r\n".utf8.contains(byte), !isNested || !",]}".utf8.contains(byte) {
        position += 1
        if byte != UInt8(ascii: " "), byte != UInt8(ascii: "\t") { end = position }
      }
      position = end
      return end > start
    }
  }

  /// Arrays and inline tables. Keys in the latter are skipped like values: what stands between commas doesn't matter here.
  private mutating func skipBracketed(to end: UInt8) -> Bool {
    var closing = [end]
    position += 1
    while let byte {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard skipText(byte) else { return false }
      case UInt8(ascii: "#"): skipToLineEnd()
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        closing.append(byte == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: "}"))
        position += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard closing.popLast() == byte else { return false }
        position += 1
        if closing.isEmpty { return true }
      default: position += 1
      }
    }
    return false
  }

  /// A string in single or double quotes, over lines if it begins with three of them.
  private mutating func skipText(_ quote: UInt8) -> Bool {
    let isLong = bytes[position...].starts(with: [quote, quote, quote])
    position += isLong ? 3 : 1
    while let byte {
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        position += 2
      } else if byte != quote {
        if !isLong, byte == UInt8(ascii: "\n") { return false }
        position += 1
      } else if !isLong {
        position += 1
        return true
      } else {
        // Up to five quotes in a row: the last three end it, those before them are text.
        let count = bytes[position...].prefix(5).prefix { $0 == quote }.count
        position += count
        if count >= 3 { return true }
      }
    }
    position = min(position, bytes.count)
    return false
  }

  // MARK: Bytes

  /// Returns whether a byte may be part of a key without quotes: `A-Za-z0-9_-`.
  static func isBare(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x5F
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ character: Character) -> Bool {
    guard byte == character.asciiValue, byte != nil else { return false }
    position += 1
    return true
  }

  private mutating func skipBlanks() {
    while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { position += 1 }
  }

  private mutating func skipToLineEnd() {
    while let byte, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") { position += 1 }
  }
}
