import HealthModel

/// Parses numbers as written by Health Auto Export and by tools that rewrite its files (spreadsheets, automations).
enum AutoExportNumber {
  /// The value of a number, or of a text that can only be that number: `72.5`, ` -3 `. `nil` for any other.
  ///
  /// A text with a comma isn't read, nor one like `1.234`, which is 1234 where points part thousands.
  static func value(_ said: JSON) -> Double? {
    guard let text = said.string else { return said.double }
    let digits = text.utf8.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed()
    let number = String(decoding: Array(digits), as: UTF8.self)
    guard number.utf8.count <= 40, !isAmbiguous(number), let json = try? JSON(parsing: Array(number.utf8)) else { return nil }
    return json.double
  }

  /// Returns the reason why an item without a value is left out.
  /// - Parameter said: the JSON value found in its place.
  static func reason(_ said: JSON) -> String { (said.string ?? "").isEmpty ? "no value" : "value is text" }

  /// Whether a point may part thousands: one to three digits before it, no leading zero, and exactly three behind.
  private static func isAmbiguous(_ number: String) -> Bool {
    let parts = number.utf8.drop { $0 == UInt8(ascii: "-") }.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].count <= 3 && parts[0].first != UInt8(ascii: "0") && parts[1].count == 3
  }
}
