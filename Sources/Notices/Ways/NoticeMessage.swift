import HealthModel

/// A notice as a way delivers it.
package struct NoticeMessage: Sendable, Hashable {
  /// The notice's id.
  package let id: String
  /// The engine: `laundry`.
  package let source: String
  /// The kind of notice within its source: `wash_complete`.
  package let kind: String
  /// One line.
  package let title: String
  /// One or more lines; may be empty.
  package let body: String
  /// The address to open. `nil` = none.
  package let link: String?
  /// The link as the engine has it, which may also be a path of the companion's pages. `nil` = none.
  package let target: String?
  /// The group of notices with equal buttons.
  package let category: String
  /// The buttons.
  package let actions: [NoticeAction]
  /// The urgency.
  package let priority: NoticePriority
  /// The time at which it was due, in milliseconds UTC.
  package let fireAtMs: Int64
  /// The time after which it is no longer to be shown, in milliseconds UTC.
  package let notAfterMs: Int64
  /// The time at which it is sent, in milliseconds UTC.
  package let sentAtMs: Int64

  /// The message of a notice.
  ///
  /// - Parameter isPrivate: Whether it uses the words that hold nothing personal.
  package init(_ notice: WantedNotice, isPrivate: Bool, sentAtMs: Int64) {
    let text = isPrivate ? notice.privateText : notice.text
    id = notice.id
    source = notice.source
    kind = notice.kind
    title = text.title.onOneLine
    body = NoticeMessage.plain(text.body)
    link = notice.link.flatMap { NoticeMessage.isAddress($0) ? $0 : nil }
    target = notice.link
    category = notice.category
    actions = notice.actions
    priority = notice.priority
    fireAtMs = notice.fireAtMs
    notAfterMs = notice.notAfterMs
    self.sentAtMs = sentAtMs
  }

  /// The lines of a text without what steers a terminal or turns a line around.
  private static func plain(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { String($0).onOneLine }.joined(separator: "\n")
  }

  /// Whether a text can be an address in a header: visible ASCII with a scheme.
  static func isAddress(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon != text.startIndex, text.utf8.count <= 2000 else { return false }
    return text.utf8.allSatisfy { (0x21..<0x7F).contains($0) }
      && text.utf8[..<colon].allSatisfy { byte in
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      }
  }

  /// The values of the message as JSON.
  var json: JSON {
    .object([
      ("id", .string(id)), ("source", .string(source)), ("kind", .string(kind)), ("title", .string(title)), ("body", .string(body)),
      ("link", JSON(link)), ("category", .string(category)), ("priority", .string(priority.rawValue)), ("fire_at_ms", JSON(fireAtMs)),
      (
        "actions",
        .array(
          actions.map { .object([("id", .string($0.id)), ("label", .string($0.label)), ("link", JSON($0.link))]) })
      ),
    ])
  }

  /// The title, the body and the address, each on lines of its own.
  var plainText: String { ([title] + [body, link ?? ""].filter { !$0.isEmpty }).joined(separator: "\n") + "\n" }
}
