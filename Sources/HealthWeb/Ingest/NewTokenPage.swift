/// A new token, the only time that it is shown.
struct NewTokenPage: Sendable {
  let key: IngestKey
  let name: String
  let session: PageSession

  var page: Page {
    Page(
      title: "New token", tab: .more, isNarrow: true, session: session,
      content: """
        <div class="card stack"><p>The token for <span class="name" dir="auto">\(name)</span>. It can't be shown again:</p>\
        <p class="name"><code>\(key.text)</code></p><p>Send it with each request, as the header field <code>Authorization</code> with the value \
        <code>Bearer TOKEN</code>. It gives access to <code>POST /ingest/health-auto-export</code>, <code>POST /ingest/photo</code> and \
        <code>POST /ingest/laundry</code> only.</p>\
        </div><p class="row"><a class="button plain" href="/settings#tokens">Done</a></p>
        """)
  }
}
