import HealthModel

/// A notification for a page's service worker, sent as JSON: `{"title", "body", "link", "tag", "actions"}`.
package struct PushMessage: Sendable, Equatable {
  /// A button of the notification.
  package struct Action: Sendable, Equatable {
    /// The name that the service worker knows it by: `dismiss`. All others open the page.
    package let id: String
    /// The text on it.
    package let label: String

    /// A button with everything given.
    package init(id: String, label: String) { (self.id, self.label) = (id, label) }
  }

  /// The heading.
  package let title: String
  /// The text below it; may be empty.
  package let body: String
  /// The page that a click opens: a path of this server, `/plan`, or a link that the worker knows, `gonow://today?hour=…`. `nil` = the start
  /// page.
  package let link: String?
  /// A notification replaces an earlier one with the same tag. `nil` = it replaces none.
  package let tag: String?
  /// The buttons. Browsers show two at most.
  package let actions: [Action]

  /// Creates a message.
  ///
  /// - Throws: `.badMessage` for an empty title, for a link that isn't one of this server in printable ASCII, and when the JSON has more than
  ///   3993 bytes, the largest payload that each push service accepts.
  package init(
    title: String, body: String = "", link: String? = nil, tag: String? = nil, actions: [Action] = []
  ) throws(WebPushError) {
    self.title = title
    self.body = body
    self.link = link
    self.tag = tag
    self.actions = actions
    guard !title.isEmpty else { throw PushMessage.unusable("the notification has no title") }
    guard link.map(PushMessage.isOwn) ?? true else { throw PushMessage.unusable("the notification's link isn't one of this server") }
    guard json.count <= PushEncryption.most else {
      throw PushMessage.unusable("the notification is longer than \(PushEncryption.most) bytes")
    }
  }

  /// The JSON text; members without a value are left out.
  var json: [UInt8] {
    var members: [(String, JSON)] = [("title", .string(title)), ("body", .string(body))]
    if let link { members.append(("link", .string(link))) }
    if let tag { members.append(("tag", .string(tag))) }
    if !actions.isEmpty {
      let buttons = actions.map { JSON.object([("action", .string($0.id)), ("title", .string($0.label))]) }
      members.append(("actions", .array(buttons)))
    }
    return JSON.object(members).utf8
  }

  /// `//host` and `/\host` are addresses elsewhere, to a browser.
  private static func isOwn(_ link: String) -> Bool {
    (link.hasPrefix("/") && !link.hasPrefix("//") || link.hasPrefix("gonow://today"))
      && link.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
  }

  private static func unusable(_ message: String) -> WebPushError { WebPushError(code: .badMessage, message: message, kind: .badData) }
}
