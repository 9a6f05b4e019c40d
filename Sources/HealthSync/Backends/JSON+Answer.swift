import HealthModel

/// JSON of backends, bounded in what it takes to keep it.
extension JSON {
  /// Most values of an answer: fifty times those of a page of 1,000 records. As many take some 150 MB; the 32 MB that an answer may have could hold
  /// sixteen million.
  private static let answers = ReadingRules(maxValues: 1_000_000)

  /// Reads an answer. `nil` when it isn't JSON, or holds too many values.
  init?(answer bytes: [UInt8]) {
    guard let json = try? JSON(parsing: bytes, by: JSON.answers) else { return nil }
    self = json
  }

  /// Whether an answer can't be read because it holds too many values.
  static func isTooLarge(answer bytes: [UInt8]) -> Bool {
    do throws(JSONError) {
      _ = try JSON(parsing: bytes, by: JSON.answers)
      return false
    } catch {
      return error.reason == JSONError.tooManyValues
    }
  }

  /// A text of a response that is displayed or stored, cut after 500 code points: a message, or the name of a case.
  /// `nil` when it isn't a text.
  var said: String? {
    guard let text = string, text.utf8.count > JSON.longestSaid else { return string }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(JSON.longestSaid))) + "…"
  }

  private static let longestSaid = 500
}
