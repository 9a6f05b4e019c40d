import HealthDesk
import HealthModel
import Products

/// The page for a scan with several codes, each as a row.
struct FoundPage: Sendable {
  let scan: ScanTray.Scan
  /// The findings for the scan's codes, in the same order.
  let findings: [FoodFinding]
  /// The scan's id.
  let tray: String
  let now: Moment
  let session: PageSession
  var notices: HTML?

  var page: Page {
    Page(
      title: "Scan", tab: .scan, aside: ScanPage.close, notices: notices, isNarrow: true, session: session,
      content: """
        <section data-waiting></section><section id="codes"><h2>\(Quantity.count(scan.codes.count, "code")) found</h2><div class="card">\
        <ul class="rows">\(zip(scan.codes, findings).map(row))</ul></div></section>\(attribution)\(ScanPage.back)
        """)
  }

  private var attribution: HTML? { HTML.attribution(findings.map { $0.product?.attribution }) }

  private func row(_ code: ScanTray.Code, _ finding: FoodFinding) -> HTML {
    let path = "/scan/found/\(tray)?code=\(code.gtin.description)"
    let photos = Set(scan.codes.map(\.photo)).count
    let from = photos > 1 ? " · \(code.photo)" : ""
    guard let product = finding.product else {
      return """
        <li><a class="open" href="\(path)"><span class="grow"><span class="name" dir="auto">\(code.text)</span>\
        <span class="small soft">\(FoundPage.words(finding))\(from)</span></span></a>\(end(code))</li>
        """
    }
    let portion = try? product.portion(product.usualAmount)
    let facts = [product.brand, portion.map { Quantity.amount($0.amount) }, portion.map { MealRows.energy($0.nutrition) }]
    return """
      <li><a class="open" href="\(path)"><span class="grow"><span class="name" dir="auto">\(product.name)</span>\
      <span class="small soft">\(facts.compactMap(\.self).joined(separator: " · "))\(from)</span></span></a>\(end(code, portion.map { _ in product }))</li>
      """
  }

  private static func words(_ finding: FoodFinding) -> String {
    switch finding.decision {
    case .known, .unknown(isInStore: false): "no product found"
    case .onlyRead, .unknown(isInStore: true): "in-store code: only the shop knows its product"
    case .pending: "queued for a later lookup"
    }
  }

  /// Returns the end of a row: a button that logs the usual portion, or the note that it is logged.
  private func end(_ code: ScanTray.Code, _ product: Product? = nil) -> HTML? {
    if code.isTaken { return "<span class=\"badge\">Logged</span>" }
    guard let product else { return nil }
    return """
      <form method="post" action="/log" data-swap="main" data-offline="title" data-label="Log">\
      \(session.entry(id: RecordID.make(atMs: now.ms)))<input type="hidden" name="tray" value="\(tray)">\
      <input type="hidden" name="code" value="\(code.gtin.description)"><input type="hidden" name="title" value="\(product.name)">\
      <button class="chip" aria-label="Log \(product.name)">Log</button></form>
      """
  }
}
