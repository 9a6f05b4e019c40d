import HealthStore

/// A new token, the only time that it is shown.
struct NewTokenPage: Sendable {
  let key: AppKey
  let name: String
  let scope: AppScope
  /// The server's, such as `http://127.0.0.1:4747`.
  let address: String
  let session: PageSession

  var page: Page {
    Page(
      title: scope == .calendar ? "New calendar link" : "New token", tab: .more, isNarrow: true, session: session,
      content: """
        <div class="card stack"><p>The \(scope == .calendar ? "link" : "token") for <span class="name" dir="auto">\(name)</span>. \
        It can’t be shown again:</p><p class="name"><code>\(secret)</code></p>\(use)</div>\
        <p class="row"><a class="button plain" href="/settings#tokens">Done</a></p>
        """)
  }

  private var secret: String { scope == .calendar ? key.calendarLink(at: address) : key.text }

  private var use: HTML {
    let header: HTML = "as the header field <code>Authorization</code> with the value <code>Bearer TOKEN</code>"
    return switch scope {
    case .send:
      """
      <p>Send it with each request, \(header). It gives access to <code>POST /ingest/health-auto-export</code>, \
      <code>POST /ingest/photo</code> and <code>POST /ingest/laundry</code> only.</p>
      """
    case .calendar:
      """
      <p>Subscribe to it in your calendar program. Whoever has the link can read the plan and the notes of its days, and nothing else, \
      until you revoke it.</p>
      """
    case .figures: "<p>Send it with each request, \(header). It gives access to <code>GET /figures.json</code> only.</p>"
    }
  }
}
