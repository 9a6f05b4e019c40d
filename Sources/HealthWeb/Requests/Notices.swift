import HealthModel
import Hummingbird

/// The outcomes of forms, kept for the pages that the browser is sent to. They aren't in addresses, because browsers keep those in their history.
final class Notices: Sendable {
  private let notices = KeptByID<HTML>()

  /// The query's name for the id of a notice.
  static let field = "notice"

  /// Redirects the browser to one of our pages, which shows `html`.
  ///
  /// - Parameter path: May have a query.
  func redirect(to path: String, _ html: HTML) -> Response {
    .redirect(toOwn: "\(path)\(path.contains("?") ? "&" : "?")\(Notices.field)=\(notices.keep(html))")
  }

  /// Returns the notice that a request refers to; `nil` = it refers to none, or the notice has expired.
  func shown(for request: Request) -> HTML? {
    request.uri.queryParameters[Substring(Notices.field)].flatMap { notices[String($0)] }
  }
}

extension HTML {
  /// A banner about something that was done.
  ///
  /// - Parameter session: Adds a button that takes the change back; `nil` = none.
  static func done(_ text: String, undoFor session: PageSession? = nil) -> HTML {
    let undo: HTML? = session.map {
      "<form method=\"post\" action=\"/undo\" data-swap=\"main\">\($0.field)<button class=\"text\">Undo</button></form>"
    }
    return "<div class=\"banner good between\"><span class=\"name\" dir=\"auto\">\(text)</span>\(undo)</div>"
  }

  /// A banner about something that will be done later.
  static func waiting(_ text: String) -> HTML { "<div class=\"banner wait\"><span class=\"name\" dir=\"auto\">\(text)</span></div>" }

  /// A banner about something that failed.
  ///
  /// - Parameter lead: Stands first, in bold.
  static func failed(_ lead: String, _ text: String) -> HTML {
    "<div class=\"banner bad\" role=\"alert\"><strong>\(lead)</strong> \(text)</div>"
  }
}
