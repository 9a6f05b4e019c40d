import HealthModel
import HealthStore

/// The page for scanning, by photo or by typed number. Pending lookups are listed below.
struct ScanPage: Sendable {
  /// The numbers that are queued for lookup.
  let pending: [PendingLookup]
  let clock: @Sendable (Int64) -> Moment
  let now: Moment
  let session: PageSession
  /// The number that was typed.
  var code = ""
  /// The reason why nothing was found; `nil` = nothing was searched for.
  var fault: String?
  var notices: HTML?

  /// The link that leaves the scanner, in the corner of all its pages.
  static let close: HTML = "<a class=\"icon\" href=\"/\" aria-label=\"Close scanner\">\(Icon.remove.html)</a>"
  /// The link back to the scanner's first page.
  static let back: HTML = """
    <p class="row"><a class="chip" href="/scan">Back to the scanner</a><a class="chip" href="/food#by-hand">Log without a code</a></p>
    """

  var page: Page {
    let alert: HTML? = fault.map { "<p class=\"banner bad\" role=\"alert\">\($0)</p>" }
    return Page(
      title: "Scan", tab: .scan, aside: ScanPage.close, state: fault == nil ? .ready : .error, notices: notices, isNarrow: true,
      session: session,
      content: """
        \(alert)<section data-waiting></section><form class="stack" id="scan" method="post" action="/scan" enctype="multipart/form-data" \
        data-swap="main" data-offline="photo" data-label="Photo">\(session.entry(id: RecordID.make(atMs: now.ms)))\
        <label class="camera"><span class="icon" aria-hidden="true">\(Icon.camera.html)</span><strong>Take a photo of the barcode</strong>\
        <span class="small soft">You can take several photos, and photos with several codes. Without a camera, choose pictures or type the number.</span>\
        <input type="file" name="photo" accept="image/*" capture="environment" multiple required data-preview="scan-preview" data-submit></label>\
        <div class="previews" id="scan-preview"></div><button class="button" data-busy="Reading the photo...">Read the barcode</button></form>\
        <h2 id="by-number">By number</h2><form class="card stack" method="get" action="/scan/code" data-swap="main" aria-labelledby="by-number">\
        <label class="field"><span>Number below the barcode</span><input name="code" inputmode="numeric" required maxlength="200" value="\(code)" \
        autocomplete="off"></label><button class="button plain" data-busy="Looking up...">Look it up</button></form>\
        <p class="row"><a class="chip" href="/food#by-hand">Log without a code</a></p>\(waiting)
        """)
  }

  private var waiting: HTML? {
    if pending.isEmpty { return nil }
    return """
      <section id="pending" data-live><h2>Pending lookups</h2><div class="card"><ul class="rows">\(pending.map(row))</ul></div>\
      <form class="row" method="post" action="/scan/retry" data-swap="main">\(session.field)\
      <button class="button plain" data-busy="Looking up...">Look them up now</button></form></section>
      """
  }

  private func row(_ code: PendingLookup) -> HTML {
    let since = clock(code.atMs)
    let meals = code.wishes.isEmpty ? "" : " · will be logged" + (code.wishes.count > 1 ? " \(code.wishes.count) times" : "")
    return """
      <li><div class="grow"><span class="name" dir="auto">\(code.text)</span>\
      <span class="small soft">\(since.day.description) \(since.clock) · \(code.reason)\(meals)</span></div>\
      <form method="post" action="/scan/forget" data-swap="pending">\(session.field)<input type="hidden" name="code" value="\(code.text)">\
      <button class="icon" aria-label="Forget \(code.text)">\(Icon.remove.html)</button></form></li>
      """
  }
}
