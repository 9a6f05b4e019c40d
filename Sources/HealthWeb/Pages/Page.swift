import Hummingbird

/// A page: the common frame around its own content. `docs/web-assets.md` lists what the style sheet and the script require.
struct Page: Sendable {
  /// The page's state for scripts and styles: `<main data-state>`. The script adds `offline`.
  enum State: String, Sendable {
    case ready
    case empty
    case error
  }

  /// The title in tabs and histories; the script redraws the header when it changes.
  let title: String
  /// The heading; `nil` = the title.
  var heading: String?
  /// The tab that is marked as current; `nil` = none.
  var tab: Tab?
  /// The line above the title; `nil` = none.
  var above: String?
  /// The content beside the title.
  var aside: HTML?
  var state = State.ready
  /// The banners before the content.
  var notices: HTML?
  /// Whether the content is a single narrow column, also on a wide screen.
  var isNarrow = false
  /// The session; `nil` on pages for browsers that aren't paired: they have neither tabs nor script.
  let session: PageSession?
  let content: HTML

  var html: HTML {
    """
    <!doctype html>
    <html lang="en"\(theme)><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
    \(facts)<title>\(title) · hsync</title><link rel="stylesheet" href="\(address(of: "app.css"))">\
    <link rel="manifest" href="/manifest.webmanifest"><link rel="icon" href="/assets/icon.svg" type="image/svg+xml">\(script)</head>
    <body>\(bar)<header class="top"><div>\(over)<h1>\(heading ?? title)</h1></div>\(aside)</header>
    <div class="notices" id="notices" role="status">\(notices)</div>
    <main id="main" tabindex="-1" data-state="\(state.rawValue)"\(width)>\(content)</main></body></html>

    """
  }

  private var facts: HTML? {
    session.map { "<meta name=\"hsync-token\" content=\"\($0.token)\"><meta name=\"hsync-library\" content=\"\($0.library)\">\n" }
  }
  private var theme: HTML? {
    guard let theme = session?.theme, theme != .system else { return nil }
    return " data-theme=\"\(theme.rawValue)\""
  }
  private var script: HTML? { session.map { _ in "<script src=\"\(address(of: "app.js"))\" defer></script>" } }
  private var bar: HTML? { session.map { "<a class=\"skip\" href=\"#main\">Skip to content</a>\(Tab.bar(current: tab, $0.shown))" } }
  private var over: HTML? { above.map { "<p class=\"small soft\">\($0)</p>" } }
  private var width: HTML { isNarrow ? " class=\"narrow\"" : "" }

  private func address(of asset: String) -> String { "/assets/\(asset)?v=\(StaticFile.digest)" }

  /// The page as a response.
  func response(_ status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8"], body: ResponseBody(byteBuffer: ByteBuffer(string: html.markup)))
  }
}
