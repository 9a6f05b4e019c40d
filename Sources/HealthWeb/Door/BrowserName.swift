import HealthModel

/// The default name of a browser, derived from its User-Agent.
package enum BrowserName {
  /// Characters that a name may have.
  package static let mostCharacters = 60

  /// `Firefox on Linux`; `a browser` when nothing is known.
  package static func guess(userAgent: String?) -> String {
    let agent = userAgent ?? ""
    func name(of marks: [(String, String)]) -> String? { marks.first(where: { agent.contains($0.0) })?.1 }
    return [name(of: programs) ?? "a browser", name(of: systems)].compactMap(\.self).joined(separator: " on ")
  }

  /// The marks, in the order of matching: each browser's User-Agent also contains the marks of those after it.
  private static let programs = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"),
    ("Safari/", "Safari"), ("curl/", "curl"),
  ]
  private static let systems = [
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Mac OS", "Mac"),
    ("Windows", "Windows"), ("Linux", "Linux"),
  ]

  /// Returns a name typed by the user as one line of limited length; `nil` = none was typed.
  package static func given(_ text: String?) -> String? {
    guard let text = text?.onOneLine.prefix(mostCharacters) else { return nil }
    let name = String(text).split(separator: " ").joined(separator: " ")
    return name.isEmpty ? nil : name
  }
}
