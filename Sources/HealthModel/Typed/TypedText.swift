/// A text as it was typed or pasted, with the characters of other scripts and keyboards in place of which ASCII has one.
struct TypedText {
  /// In lower case, without blanks at both ends. Decimal digits of every script are `0`…`9`; a no-break or thin blank is a blank.
  let text: String
  /// The original on one line, shortened to 40 characters, for messages.
  let shown: String

  init(_ typed: some StringProtocol) {
    shown = String(typed.trimmingBlanks.prefix(40)).printable
    var plain = ""
    for scalar in typed.unicodeScalars {
      if let same = TypedText.plain[scalar] {
        plain.unicodeScalars.append(same)
      } else if scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue {
        plain += String(Int(digit))
      } else {
        plain.unicodeScalars.append(scalar)
      }
    }
    text = plain.lowercased().trimmingBlanks
  }

  private static let plain: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{A0}": " ", "\u{2009}": " ", "\u{202F}": " ", "\u{3000}": " ", "\t": " ",
    "，": ",", "٫": ",", "．": ".", "：": ":", "’": "'", "٬": "'",
    "−": "-", "＋": "+", "－": "-", "／": "/", "⁄": "/", "∕": "/", "×": "x", "％": "%",
  ]
}

extension StringProtocol {
  /// The text without blanks at both ends.
  var trimmingBlanks: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }

  /// The number of up to `most` ASCII digits; `nil` for anything else, and for none.
  func digits(most: Int) -> Int? {
    guard (1...most).contains(utf8.count), utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(self)
  }
}
