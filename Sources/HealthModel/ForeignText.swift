/// Cleaning of text from outside sources for display.
package enum ForeignText {
  /// The text on one line: entities of HTML resolved, control characters and invisible direction marks (which could rewrite what a
  /// terminal shows) taken out, runs of blanks made one, at most 200 characters. `nil` when nothing is left.
  package static func cleaned(_ text: String?) -> String? {
    guard var text else { return nil }
    if isClean(text) { return text }
    text = resolvingEntities(text)
    var result = ""
    var isBlankPending = false
    var count = 0
    for character in text {
      if character.isWhitespace || character.unicodeScalars.allSatisfy(isInvisible) {
        isBlankPending = isBlankPending || character.isWhitespace
        continue
      }
      if isBlankPending, !result.isEmpty { result += " " }
      isBlankPending = false
      result.unicodeScalars.append(contentsOf: character.unicodeScalars.lazy.filter { !isInvisible($0) })
      count += 1
      if count == 200 { return result + "…" }
    }
    return result.isEmpty ? nil : result
  }

  /// Short ASCII with single blanks between words, as most texts are.
  private static func isClean(_ text: String) -> Bool {
    var previous: UInt8 = 0x20
    for byte in text.utf8 {
      if byte < 0x20 || byte > 0x7E || byte == UInt8(ascii: "&") || byte == 0x20 && previous == 0x20 { return false }
      previous = byte
    }
    return previous != 0x20 && text.utf8.count <= 200
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: true
    default: false
    }
  }
}
