import HealthModel

/// HTML that can be sent: what is written in the source stands as it is, and every text that is put in was escaped on its way.
///
/// `"<b>\(name)</b>"` with the name `<i>` is `<b>&lt;i&gt;</b>`. Values of attributes stand in double quotes.
struct HTML: Sendable, Equatable {
  /// The markup.
  private(set) var markup: String

  /// Nothing.
  init() { markup = "" }

  /// A text, escaped, with a blank for each character that isn't to be shown or would reorder others.
  init(text: String) {
    markup = ""
    append(text)
  }

  private mutating func append(_ text: String) {
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

  static func + (first: HTML, second: HTML) -> HTML {
    var both = first
    both.markup += second.markup
    return both
  }
}

extension HTML {
  /// Pieces one after the other.
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

    /// Another piece; nothing for `nil`.
    mutating func appendInterpolation(_ piece: HTML?) { html.markup += piece?.markup ?? "" }

    /// Pieces one after the other.
    mutating func appendInterpolation(_ pieces: [HTML]) { for piece in pieces { html.markup += piece.markup } }
  }

  init(stringLiteral markup: String) { self.markup = markup }

  init(stringInterpolation: StringInterpolation) { self = stringInterpolation.html }
}
