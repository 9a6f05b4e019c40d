/// Text as it may appear in XML: between tags and in quoted attributes.
enum XMLText {
  /// Returns the text with `& < > " '` as entities, line breaks and tabs as spaces, and U+FFFD for what XML 1.0 (section
  /// 2.2, `Char`) forbids or discourages: control characters, U+FFFE and U+FFFF.
  ///
  /// `a<b & "c"` is `a&lt;b &amp; &quot;c&quot;`.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: result += "&amp;"
      case 0x3C: result += "&lt;"
      case 0x3E: result += "&gt;"
      case 0x22: result += "&quot;"
      case 0x27: result += "&apos;"
      case 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029: result += " "
      case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns the text, cut at `limit` Unicode scalars with `…`: names in records have no limit, pictures do.
  static func limited(_ text: String, to limit: Int) -> String {
    guard text.unicodeScalars.count > limit else { return text }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: text.unicodeScalars.prefix(limit - 1))
    return String(result) + "…"
  }
}
