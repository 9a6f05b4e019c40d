extension String {
  /// The text on one line and without what could command a terminal or reorder what it shows: each such character is a question mark, as ls(1)
  /// shows names.
  public var printable: String { replacingSteering(with: "?") }

  /// The same with a blank for each of them.
  public var onOneLine: String { replacingSteering(with: " ") }

  /// A JSON text with escapes for the characters that RFC 8259 allows in strings but a terminal must not get: the data is the same. This applies to C1
  /// and bidirectional controls, whatever the output: a redirected file may be displayed later, and a parser restores the characters.
  public var harmlessJSON: String {
    guard unicodeScalars.contains(where: { !$0.isASCII && $0.steersTerminal }) else { return self }
    var escaped = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if !scalar.isASCII, scalar.steersTerminal {
        let digits = String(scalar.value, radix: 16)
        escaped.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
      } else {
        escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  private func replacingSteering(with substitute: Unicode.Scalar) -> String {
    // Nearly all text is plain ASCII, which is told by its bytes.
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    guard unicodeScalars.contains(where: \.steersTerminal) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0.steersTerminal ? substitute : $0 }))
  }
}

extension Unicode.Scalar {
  /// Whether it could break a line, command a terminal, or change the order in which text is shown: C0, DEL and C1; the line and paragraph
  /// separators; the bidirectional marks, embeddings, overrides and isolates of Unicode's annex 9.
  public var steersTerminal: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
