/// Text of any language in headers, which are ASCII: RFC 2047, encoding B.
enum EncodedWords {
  /// The most bytes of text in a word: 39 bytes are 52 characters of base64, `=?UTF-8?B?` and `?=` 12 more. With
  /// `Subject: ` before it that is a line of 73 characters; 76 are allowed.
  private static let most = 39

  /// A header's value: the text itself if it is ASCII, else encoded words, separated by blanks.
  ///
  /// `Äpfel` is `=?UTF-8?B?w4RwZmVs?=`.
  static func header(_ text: String) -> String { isPlain(text) ? text : words(text).joined(separator: " ") }

  /// A header's value for a mail, folded so that no line has more than 78 characters.
  ///
  /// - Parameter name: The header's name, which stands on the first line.
  static func folded(_ text: String, name: String) -> String {
    if isPlain(text), name.utf8.count + 2 + text.utf8.count <= 78 { return text }
    return words(text).joined(separator: "\n ")
  }

  /// Whether a text can stand in a header as it is.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && !text.contains("=?") && text.first != " " && text.last != " "
  }

  /// The encoded words of a text; none ends within a character.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var bytes: [UInt8] = []
    func close() {
      words.append("=?UTF-8?B?\(Base64.text(bytes))?=")
      bytes = []
    }
    for scalar in text.unicodeScalars {
      let next = Array(String(scalar).utf8)
      if bytes.count + next.count > most { close() }
      bytes += next
    }
    if !bytes.isEmpty { close() }
    return words
  }
}

/// Bytes as base64 (RFC 4648, section 4), with padding.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of bytes: `foob` is `Zm9vYg==`.
  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for place in 0..<4 { text.append(place <= part.count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "=")) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The same in lines of 76 characters, as mails need it (RFC 2045, 6.8).
  static func lines(_ bytes: [UInt8]) -> String {
    stride(from: 0, to: bytes.count, by: 57).map { text(Array(bytes[$0..<min($0 + 57, bytes.count)])) + "\n" }.joined()
  }
}
