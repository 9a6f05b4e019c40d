/// The colours of the pages: those of the system, or the browser's own choice, which a cookie keeps.
enum Theme: String, CaseIterable, Sendable {
  case system
  case light
  case dark

  static let cookie = "hsync-theme"

  var title: String { rawValue.asTitle }
}
