/// An upper estimate of how wide text is drawn: the fonts are those of the viewer and can't be measured.
///
/// The widths are at least those of DejaVu Sans, the widest of the system fonts in the companion's list.
enum TextWidth {
  /// The size of the charts' text in user units, as in `app.css`.
  static let fontSize = 12.0

  /// Returns the width in user units at `TextWidth.fontSize`; bold adds a tenth.
  static func of(_ text: String, strong: Bool = false) -> Double {
    let ems = text.unicodeScalars.reduce(0) { $0 + width($1) }
    return ems * fontSize * (strong ? 1.1 : 1)
  }

  /// Returns the text, cut with `…` where it is wider than `room` or longer than 200 scalars. Empty when not even the
  /// ellipsis fits.
  static func fitting(_ text: String, in room: Double, strong: Bool = false) -> String {
    let text = XMLText.limited(text, to: 200)
    guard of(text, strong: strong) > room else { return text }
    var kept = String.UnicodeScalarView()
    var left = room - of("…", strong: strong)
    guard left >= 0 else { return "" }
    for scalar in text.unicodeScalars {
      left -= width(scalar) * fontSize * (strong ? 1.1 : 1)
      if left < 0 { break }
      kept.append(scalar)
    }
    while kept.last == " " { kept.removeLast() }
    return String(kept) + "…"
  }

  /// The width of a scalar in ems.
  private static func width(_ scalar: Unicode.Scalar) -> Double {
    switch scalar.value {
    case 0x20...0x7E:
      switch Character(scalar) {
      case " ", "!", "'", ",", ".", "/", ":", ";", "I", "J", "[", "]", "f", "i", "j", "l", "r", "t", "|", "(", ")", "-": 0.42
      case "M", "W", "m", "w", "%", "@", "+", "<", "=", ">", "~", "#", "^": 1.0
      case "A"..."Z", "&": 0.8
      default: 0.65
      }
    case 0xB7, 0x2009, 0x202F, 0xA0: 0.36
    case 0x300...0x36F, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFE00...0xFE0F: 0
    case 0xA1...0x24F: 0.85
    case 0x2010...0x2027: 1.0
    case 0x250...0x10FF: 1.0
    default: 1.4
    }
  }
}
