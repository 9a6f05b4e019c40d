/// The width of a text on a terminal.
extension Columns {
  /// Columns that the text takes: two for East Asian wide characters and emoji, none for escape sequences of styles and for marks on a letter.
  static func width(of text: String) -> Int {
    // Nearly all text is plain, and then a byte is a column.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    var isInEscape = false
    return text.reduce(0) { sum, character in
      if character == "\u{1B}" { isInEscape = true }
      defer { if isInEscape, character == "m" { isInEscape = false } }
      return isInEscape ? sum : sum + character.columnCount
    }
  }

  /// A text without styles in at most so many columns; one that is longer ends with `…`.
  static func cut(_ text: String, to limit: Int) -> String {
    guard width(of: text) > limit else { return text }
    var shown = ""
    var columns = 0
    for character in text {
      columns += character.columnCount
      if columns > limit - 1 { break }
      shown.append(character)
    }
    return limit > 0 ? shown + "…" : ""
  }

  /// The text with blanks behind it, so that it takes at least so many columns.
  static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - width(of: text)))
  }
}

extension Character {
  /// 0, 1 or 2, by its first scalar: Unicode's East Asian Width (UAX #11) W and F, and emoji presentation.
  fileprivate var columnCount: Int {
    guard let first = unicodeScalars.first else { return 0 }
    switch first.value {
    case 0x20..<0x7F: return 1
    // Marks alone, joiners, a byte order mark.
    case 0x0300...0x036F, 0x200B...0x200F, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFEFF: return 0
    case 0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0, 0x23F3, 0x25FD...0x25FE, 0x2614...0x2615,
      0x2648...0x2653, 0x267F, 0x2693, 0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE, 0x26D4, 0x26EA,
      0x26F2...0x26F3, 0x26F5, 0x26FA, 0x26FD, 0x2705, 0x270A...0x270B, 0x2728, 0x274C, 0x274E, 0x2753...0x2755, 0x2757,
      0x2795...0x2797, 0x27B0, 0x27BF, 0x2B1B...0x2B1C, 0x2B50, 0x2B55, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF,
      0x1AFF0...0x1B2FF, 0x1F004, 0x1F0CF, 0x1F18E, 0x1F191...0x1F19A, 0x1F1E6...0x1F265, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    // U+FE0F asks for the emoji's form.
    default: return unicodeScalars.contains("\u{FE0F}") ? 2 : 1
    }
  }
}
