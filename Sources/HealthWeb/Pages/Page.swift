import Hummingbird

/// A page: what all of them have in common around what is their own.
struct Page: Sendable {
  /// What the page shows, as scripts and styles see it: `<main data-state>`.
  enum State: String, Sendable {
    case ready
    case empty
    case error
  }

  let title: String
  /// A line above the title; `nil` = none.
  var above: String?
  /// Beside the title.
  var aside: HTML?
  var state = State.ready
  let content: HTML

  var html: HTML {
    let above: HTML? = above.map { "<p class=\"small soft\">\($0)</p>" }
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
      <title>\(title) · hsync</title><link rel="stylesheet" href="/look.css"></head>
      <body><header class="top"><div>\(above)<h1>\(title)</h1></div>\(aside)</header>
      <main data-state="\(state.rawValue)">\(content)</main></body></html>

      """
  }

  /// The page as an answer.
  func response(_ status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8"], body: ResponseBody(byteBuffer: ByteBuffer(string: html.markup)))
  }
}
