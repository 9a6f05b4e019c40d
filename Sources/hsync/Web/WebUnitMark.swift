/// The comment in the unit of the pages, by which it is known again: `# hsync serve: port 4747, origin none, since 2026-02-10T12:03:00+01:00`.
struct WebUnitMark: Equatable {
  let port: Int
  let origin: String?
  /// ISO 8601 with the offset.
  let since: String

  private static let start = "# hsync serve: port "

  /// The comment.
  var line: String { "\(WebUnitMark.start)\(port), origin \(origin ?? "none"), since \(since)" }
}

extension WebUnitMark {
  /// Reads it from a unit's text; `nil` = it isn't there.
  init?(in text: String) {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(WebUnitMark.start) }) else { return nil }
    let parts = line.dropFirst(WebUnitMark.start.count).split(separator: ", ").map(String.init)
    guard parts.count == 3, let port = Int(parts[0]), parts[1].hasPrefix("origin "), parts[2].hasPrefix("since ") else { return nil }
    let origin = String(parts[1].dropFirst("origin ".count))
    self.init(port: port, origin: origin == "none" ? nil : origin, since: String(parts[2].dropFirst("since ".count)))
  }
}
