/// A text on lines of at most so many columns of a screen, broken at blanks; a word that is longer than a line is broken inside.
struct FoldedText {
  /// At least one line. No line has a blank at its end.
  let lines: [String]

  /// - Parameter width: Columns of a line, at least 2 (a wide character takes two); `nil` = no limit, and one line.
  init(_ text: String, width: Int?) {
    guard let width = width.map({ max(2, $0) }), Columns.width(of: text) > width else {
      lines = [text]
      return
    }
    var lines: [String] = []
    var line = ""
    var room = width
    for word in text.split(separator: " ") {
      let wordWidth = Columns.width(of: String(word))
      if !line.isEmpty, wordWidth < room {
        line += " " + word
        room -= wordWidth + 1
        continue
      }
      if wordWidth > width, !line.isEmpty, room > 2 {
        // It will be broken anyway: begin where there is room. Texts without blanks, as Japanese ones, are but one word.
        line += " "
        room -= 1
      } else {
        if !line.isEmpty { lines.append(line) }
        (line, room) = ("", width)
      }
      for character in word {
        let columns = Columns.width(of: String(character))
        if columns > room {
          lines.append(line)
          (line, room) = ("", width)
        }
        line.append(character)
        room -= columns
      }
    }
    self.lines = lines + [line]
  }
}
