/// Turns a name, an attribute's value or a text into a `String`, and counts what had to be put right on the way.
struct XMLText {
  /// Control characters that XML doesn't allow (U+000B and its like), replaced by U+FFFD; those that were written as `&#11;` too.
  private(set) var controlCharacters = 0
  /// The number of invalid UTF-8 sequences, replaced by U+FFFD.
  private(set) var invalidBytes = 0
  /// The number of references to unknown entities (`&nbsp;`), kept unchanged.
  private(set) var unknownEntities = 0

  private static let ampersand = UInt8(ascii: "&")
  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  /// Returns `text` with entities and character references decoded, and literal tabs and line breaks turned into
  /// spaces, as XML 1.0, 3.3.3, requires for attribute values. Empty when it is missing.
  mutating func string(_ text: ByteText) -> String {
    let bytes = text.bytes
    if bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x80 && $0 != Self.ampersand }) { return String(decoding: bytes, as: UTF8.self) }
    return decoded(bytes)
  }

  private mutating func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case Self.ampersand:
        if let (scalar, next) = reference(bytes, from: index) {
          output.append(contentsOf: String(Character(scalar)).utf8)
          index = next
        } else {
          unknownEntities += 1
          output.append(byte)
        }
      case 0x0D:
        if index < bytes.count, bytes[index] == 0x0A { index += 1 }
        output.append(0x20)
      case 0x09, 0x0A: output.append(0x20)
      case 0..<0x20:
        controlCharacters += 1
        output.append(contentsOf: Self.replacement)
      default: output.append(byte)
      }
    }
    if let valid = String(validating: output, as: UTF8.self) { return valid }
    let repaired = String(decoding: output, as: UTF8.self)
    invalidBytes += max(1, replacements(in: Array(repaired.utf8)) - replacements(in: output))
    return repaired
  }

  /// Returns the meaning and the end of the reference whose name begins at `start` (after the `&`); `nil` when it is
  /// unknown.
  private mutating func reference(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> (Unicode.Scalar, next: Int)? {
    guard let end = bytes[start..<min(start + 12, bytes.count)].firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = bytes[start..<end]
    if name.elementsEqual("lt".utf8) { return ("<", end + 1) }
    if name.elementsEqual("gt".utf8) { return (">", end + 1) }
    if name.elementsEqual("amp".utf8) { return ("&", end + 1) }
    if name.elementsEqual("quot".utf8) { return ("\"", end + 1) }
    if name.elementsEqual("apos".utf8) { return ("'", end + 1) }
    guard name.first == UInt8(ascii: "#") else { return nil }
    let isHex = name.dropFirst().first == UInt8(ascii: "x")
    let digits = String(decoding: name.dropFirst(isHex ? 2 : 1), as: UTF8.self)
    guard let first = digits.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else { return nil }
    guard let number = UInt32(digits, radix: isHex ? 16 : 10) else { return nil }
    guard let scalar = Unicode.Scalar(number), number >= 0x20 || number == 0x09 || number == 0x0A || number == 0x0D else {
      controlCharacters += 1
      return ("\u{FFFD}", end + 1)
    }
    return (scalar, end + 1)
  }

  /// Returns the number of U+FFFD in `bytes`.
  private func replacements(in bytes: [UInt8]) -> Int {
    var count = 0
    var index = 0
    while index + 2 < bytes.count {
      if bytes[index] == 0xEF, bytes[index + 1] == 0xBF, bytes[index + 2] == 0xBD { count += 1 }
      index += 1
    }
    return count
  }
}
