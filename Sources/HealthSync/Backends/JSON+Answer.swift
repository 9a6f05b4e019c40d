import HealthModel

/// JSON of backends, bounded in what it takes to keep it.
extension JSON {
  /// Most commas, colons and opening brackets of an answer: fifteen times those of a page of 1,000 records. As many values take some 200 MB; the
  /// 32 MB that an answer may have could hold thirteen million, which take ten times that.
  static let mostMarks = 1_500_000

  /// Reads an answer. `nil` when it isn't JSON, or holds too many values.
  init?(answer bytes: [UInt8]) {
    guard JSON.isReadable(bytes), let json = try? JSON(parsing: bytes) else { return nil }
    self = json
  }

  /// A text of an answer that is shown or stored, cut after 500 code points: it is for people, or names a case. `nil` when it is no text.
  var said: String? {
    guard let text = string, text.utf8.count > JSON.longestSaid else { return string }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(JSON.longestSaid))) + "…"
  }

  private static let longestSaid = 500

  /// Whether a text that may be JSON holds no more than `mostMarks`.
  static func isReadable(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > mostMarks else { return true }
    var (marks, isText, isEscaped) = (0, false, false)
    for byte in bytes {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "{"): marks += 1
      default: break
      }
    }
    return marks <= mostMarks
  }
}
