import HealthModel

/// A notification for a page's service worker, sent as JSON: `{"title", "body", "link", "tag"}`.
package struct PushMessage: Sendable, Equatable {
  /// The heading.
  package let title: String
  /// The text below it; may be empty.
  package let body: String
  /// The page that a click opens: a path of this server, `/plan`. `nil` = the start page.
  package let link: String?
  /// A notification replaces an earlier one with the same tag. `nil` = it replaces none.
  package let tag: String?

  /// Creates a message.
  ///
  /// - Throws: `.badMessage` for an empty title, for a link that isn't a path of this server in printable ASCII, and when the JSON has more than
  ///   3993 bytes, the largest payload that each push service accepts.
  package init(title: String, body: String = "", link: String? = nil, tag: String? = nil) throws(WebPushError) {
    self.title = title
    self.body = body
    self.link = link
    self.tag = tag
    guard !title.isEmpty else { throw PushMessage.unusable("the notification has no title") }
    guard link.map(PushMessage.isOwnPath) ?? true else { throw PushMessage.unusable("the notification's link isn't a path of this server") }
    guard json.count <= PushEncryption.most else {
      throw PushMessage.unusable("the notification is longer than \(PushEncryption.most) bytes")
    }
  }

  /// The JSON text; members without a value are left out.
  var json: [UInt8] {
    var members: [(String, JSON)] = [("title", .string(title)), ("body", .string(body))]
    if let link { members.append(("link", .string(link))) }
    if let tag { members.append(("tag", .string(tag))) }
    return JSON.object(members).utf8
  }

  /// `//host` and `/\host` are addresses elsewhere, to a browser.
  private static func isOwnPath(_ link: String) -> Bool {
    link.hasPrefix("/") && !link.hasPrefix("//") && link.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
  }

  private static func unusable(_ message: String) -> WebPushError { WebPushError(code: .badMessage, message: message, kind: .badData) }
}
