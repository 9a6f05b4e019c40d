import HealthModel

/// HTML that is safe to send: literals in the source are kept as markup, and every interpolated text is escaped.
///
/// `"<b>\(name)</b>"` with the name `<i>` is `<b>&lt;i&gt;</b>`. Attribute values are always in double quotes.
struct HTML: Sendable, Equatable {
  /// The markup.
  private(set) var markup: String

  /// Empty HTML.
  init() { markup = "" }

  /// Escapes a text, and replaces each invisible or reordering character by a space.
  init(text: String) {
    markup = ""
    append(text)
  }

  private mutating func append(_ text: String) {
    // Most texts are plain, which their bytes tell: a page is made in half the time.
    if text.utf8.allSatisfy(HTML.isPlain) {
      markup += text
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": markup += "&amp;"
      case "<": markup += "&lt;"
      case ">": markup += "&gt;"
      case "\"": markup += "&quot;"
      case "'": markup += "&#39;"
      case "\n", "\t": markup.unicodeScalars.append(scalar)
      case _ where scalar.steersTerminal: markup += " "
      default: markup.unicodeScalars.append(scalar)
      }
    }
  }

  /// Whether a byte stands for itself in markup, and is a visible character or space of ASCII.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
    default: (0x20..<0x7F).contains(byte)
    }
  }

  static func + (first: HTML, second: HTML) -> HTML {
    var both = first
    both.markup += second.markup
    return both
  }
}

extension HTML {
  /// Joins pieces.
  static func all(_ pieces: [HTML]) -> HTML { "\(pieces)" }
}

extension HTML: ExpressibleByStringInterpolation {
  /// Collects the pieces.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var html = HTML()

    init(literalCapacity: Int, interpolationCount: Int) { html.markup.reserveCapacity(literalCapacity + 16 * interpolationCount) }

    mutating func appendLiteral(_ literal: String) { html.markup += literal }

    /// A text, escaped.
    mutating func appendInterpolation(_ text: String) { html.append(text) }

    mutating func appendInterpolation(_ number: Int) { html.markup += String(number) }

    /// Appends a piece; does nothing for `nil`.
    mutating func appendInterpolation(_ piece: HTML?) { html.markup += piece?.markup ?? "" }

    /// Appends pieces.
    mutating func appendInterpolation(_ pieces: [HTML]) { for piece in pieces { html.markup += piece.markup } }
  }

  init(stringLiteral markup: String) { self.markup = markup }

  init(stringInterpolation: StringInterpolation) { self = stringInterpolation.html }
}
