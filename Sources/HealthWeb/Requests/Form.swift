import Foundation

/// The fields of a form (`application/x-www-form-urlencoded`) or of a link's query.
struct Form: Sendable, Equatable {
  let fields: [String: String]

  /// A form with these fields.
  init(_ fields: [String: String]) { self.fields = fields }

  /// Reads a text like `item=k7m2&done=1`; `nil` if it is malformed, or contains a name twice.
  init?(_ text: String) {
    var fields: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { Form.decoded($0) }
      guard let name = parts[0], let value = parts.count == 2 ? parts[1] : "", fields[name] == nil else { return nil }
      fields[name] = value
    }
    self.fields = fields
  }

  /// The value of a field; `nil` when it isn't there.
  subscript(name: String) -> String? { fields[name] }

  private static func decoded(_ text: Substring) -> String? {
    String(text.map { $0 == "+" ? " " : $0 }).removingPercentEncoding
  }
}
