/// The drawing of a chart without data: the caller's text, centred.
enum EmptyChart {
  private static let lineHeight = 18.0

  /// - Parameter title: Drawn above; `nil` = none.
  static func drawing(_ words: String, title: String?, width: Double) -> Drawing {
    var drawing = Drawing(width: width, height: 0)
    let top = Legend(title: title).draw(in: &drawing)
    let lines = lines(of: words, within: width)
    drawing.height = top + Double(lines.count) * lineHeight + 32
    for (number, line) in lines.enumerated() {
      drawing.text(line, x: width / 2, y: top + 28 + Double(number) * lineHeight, .middle)
    }
    return drawing
  }

  /// Breaks a text at spaces into at most four lines.
  private static func lines(of text: String, within width: Double) -> [String] {
    var lines = [""]
    for word in XMLText.limited(text, to: 400).split(separator: " ") {
      let joined = lines[lines.count - 1].isEmpty ? String(word) : lines[lines.count - 1] + " " + word
      if TextWidth.of(joined) <= width || lines[lines.count - 1].isEmpty || lines.count == 4 {
        lines[lines.count - 1] = joined
      } else {
        lines.append(String(word))
      }
    }
    return lines.map { TextWidth.fitting($0, in: width) }
  }
}
