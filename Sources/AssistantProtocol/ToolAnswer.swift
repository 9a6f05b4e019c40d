import HealthModel

/// The answer of a tool: a short text for reading and the structured result, or an error that the assistant can correct.
package struct ToolAnswer: Sendable, Equatable {
  /// A few lines.
  package let text: String
  /// The structured result, an object; `nil` for an error.
  package let json: JSON?

  /// An answer.
  package init(_ text: String, _ json: JSON) {
    self.text = text
    self.json = json
  }

  /// An error: one sentence that says what failed and on what, and what helps.
  package init(error sentence: String, hint: String? = nil) {
    text = sentence + (hint.map { "\nhint: \($0)" } ?? "")
    json = nil
  }

  /// As in the answer to `tools/call`. Clients of earlier revisions get the structured result as a second text.
  func members(in revision: ProtocolRevision) -> [(String, JSON)] {
    func content(_ text: String) -> JSON { .object([("type", .string("text")), ("text", .string(text))]) }
    guard let json else { return [("content", .array([content(text)])), ("isError", .bool(true))] }
    guard revision.hasStructuredContent else {
      return [("content", .array([content(text), content(json.text)])), ("isError", .bool(false))]
    }
    return [("content", .array([content(text)])), ("structuredContent", json), ("isError", .bool(false))]
  }
}
