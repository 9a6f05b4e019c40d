/// Texts of any language with one way to write digits, spaces and signs.
enum PlainText {
  /// Copies a text in a normalized form: decimal digits of all scripts become ASCII, every space U+0020, minus signs
  /// and dashes `-`, full-width signs their plain forms; ASCII letters become lower case; direction marks and other
  /// zero-width characters are removed. Everything else is copied unchanged.
  /// - Parameter buffer: has room for as many bytes as the text; no scalar grows.
  /// - Returns: the number of bytes written; `nil` when the text isn't UTF-8.
  static func copy(_ text: UnsafeBufferPointer<UInt8>, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int? {
    var (at, written) = (0, 0)
    while at < text.count {
      let byte = text[at]
      if byte < 0x80 {
        buffer[written] = byte &- 0x41 < 26 ? byte | 0x20 : byte == 0x09 ? 0x20 : byte
        (at, written) = (at + 1, written + 1)
        continue
      }
      guard let (scalar, length) = scalar(in: text, at: at) else { return nil }
      switch plain(scalar) {
      case .byte(let plain):
        buffer[written] = plain
        written += 1
      case .nothing: break
      case .itself:
        for offset in 0..<length { buffer[written + offset] = text[at + offset] }
        written += length
      }
      at += length
    }
    return written
  }

  private enum Plain {
    case byte(UInt8)
    case nothing, itself
  }

  private static func plain(_ scalar: Unicode.Scalar) -> Plain {
    switch scalar.value {
    // The minus sign, hyphens and dashes, small and full-width ones.
    case 0x2212, 0x2010...0x2015, 0xFE63, 0xFF0D: return .byte(UInt8(ascii: "-"))
    case 0xFF0B: return .byte(UInt8(ascii: "+"))
    case 0xFF1A, 0x2236: return .byte(UInt8(ascii: ":"))
    case 0xFF0C, 0x060C: return .byte(UInt8(ascii: ","))
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .decimalNumber:
      guard let digit = properties.numericValue, (0...9).contains(digit) else { return .itself }
      return .byte(0x30 + UInt8(digit))
    case .spaceSeparator: return .byte(0x20)
    case .format: return .nothing
    default: return .itself
    }
  }

  /// The scalar that begins at `at`, and its bytes; `nil` when it is cut off or none.
  private static func scalar(in text: UnsafeBufferPointer<UInt8>, at: Int) -> (Unicode.Scalar, length: Int)? {
    let first = UInt32(text[at])
    let length: Int
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return nil
    }
    guard at + length <= text.count else { return nil }
    var value = first & (0x7F >> UInt32(length))
    for offset in 1..<length {
      let byte = UInt32(text[at + offset])
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | byte & 0x3F
    }
    // A longer form than needed would grow no further than it is, but isn't UTF-8.
    guard let scalar = Unicode.Scalar(value), UTF8.width(scalar) == length else { return nil }
    return (scalar, length)
  }
}
