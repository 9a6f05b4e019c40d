import HealthModel
import Notices

/// A wanted notice as the library keeps it.
extension WantedNotice {
  /// Its values, times in milliseconds UTC.
  var json: JSON {
    .object([
      ("id", .string(id)), ("source", .string(source)), ("topic", JSON(topic)), ("kind", .string(kind)), ("fire_at_ms", JSON(fireAtMs)),
      ("not_after_ms", JSON(notAfterMs)), ("quiet", .string(quiet.rawValue)), ("text", text.json), ("private_text", privateText.json),
      ("link", JSON(link)), ("category", .string(category)), ("actions", .array(actions.map(\.json))),
      ("priority", .string(priority.rawValue)), ("memo", JSON(memo)),
    ])
  }

  /// Reads them. `nil` when a value is missing or isn't one of a notice.
  init?(json: JSON) {
    guard let id = json["id"].string, let source = json["source"].string, let kind = json["kind"].string,
      let fireAtMs = json["fire_at_ms"].int, let notAfterMs = json["not_after_ms"].int,
      let quiet = json["quiet"].string.flatMap(QuietRule.init), let text = NoticeText(json: json["text"]),
      let privateText = NoticeText(json: json["private_text"]), let category = json["category"].string,
      let priority = json["priority"].string.flatMap(NoticePriority.init)
    else { return nil }
    self.init(
      id: id, source: source, topic: json["topic"].string, kind: kind, fireAtMs: fireAtMs, notAfterMs: notAfterMs, quiet: quiet, text: text,
      privateText: privateText, link: json["link"].string, category: category,
      actions: (json["actions"].array ?? []).compactMap(NoticeAction.init(json:)), priority: priority,
      memo: json["memo"].string)
  }
}

extension NoticeText {
  fileprivate var json: JSON { .object([("title", .string(title)), ("body", .string(body))]) }

  fileprivate init?(json: JSON) {
    guard let title = json["title"].string, let body = json["body"].string else { return nil }
    self.init(title: title, body: body)
  }
}

extension NoticeAction {
  fileprivate var json: JSON { .object([("id", .string(id)), ("label", .string(label)), ("link", JSON(link))]) }

  fileprivate init?(json: JSON) {
    guard let id = json["id"].string, let label = json["label"].string else { return nil }
    self.init(id: id, label: label, link: json["link"].string)
  }
}
