extension JSONCursor {
  /// The text of a string that was passed, by the bytes between its quotes; escapes are undone.
  ///
  /// - Parameter refusesHalves: Whether the escape of half a surrogate pair is an error; else it becomes U+FFFD.
  public func string(_ range: Range<Int>, refusesHalves: Bool = false) throws(JSONError) -> String {
    // Nearly no string has escapes.
    guard contains(UInt8(ascii: "\\"), in: range) else { return text(range) }
    var unescaped: [UInt8] = []
    unescaped.reserveCapacity(range.count)
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = bytes[position]
      position += 1
      guard byte == UInt8(ascii: "\\") else {
        unescaped.append(byte)
        continue
      }
      position += 1
      switch bytes[position - 1] {
      case UInt8(ascii: "b"): unescaped.append(0x08)
      case UInt8(ascii: "f"): unescaped.append(0x0C)
      case UInt8(ascii: "n"): unescaped.append(0x0A)
      case UInt8(ascii: "r"): unescaped.append(0x0D)
      case UInt8(ascii: "t"): unescaped.append(0x09)
      case UInt8(ascii: "u"):
        let scalar = escapedScalar(&position, before: range.upperBound)
        if scalar == nil, refusesHalves { throw JSONError(reason: "half of a surrogate pair", offset: position) }
        unescaped.append(contentsOf: String(scalar ?? "\u{FFFD}").utf8)
      case let itself: unescaped.append(itself)
      }
    }
    return String(decoding: unescaped, as: UTF8.self)
  }

  /// The character whose four digits come next, with the other half of its pair; `nil` for a half by itself.
  private func escapedScalar(_ position: inout Int, before end: Int) -> Unicode.Scalar? {
    let first = unit(at: position)
    position += 4
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, position + 6 <= end, bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
    else { return nil }
    let second = unit(at: position + 2)
    // Any other second escape stands for itself.
    guard (0xDC00..<0xE000).contains(second) else { return nil }
    position += 6
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  /// The number in four hexadecimal digits.
  private func unit(at position: Int) -> UInt32 {
    bytes[position..<position + 4].reduce(0) { unit, digit in
      // 0–9 are 0x30–0x39, A–F 0x41–0x46, a–f 0x61–0x66.
      unit << 4 | (UInt32(digit & 0xF) + (digit > UInt8(ascii: "9") ? 9 : 0))
    }
  }
}
