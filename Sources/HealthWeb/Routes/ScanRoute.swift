import HealthDesk
import HealthModel
import HealthStore
import Hummingbird

/// `/scan` and the paths below it: finds products by photo or number, and lists pending lookups. `/share` accepts the same from other apps.
struct ScanRoute: Sendable {
  let desk: FoodDesk
  let photos = PhotoReader()

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/scan") { request, context in try await show(request, context) }
    router.post("/scan") { request, context in try await scan(request, context) }
    router.post("/share") { request, context in try await share(request, context) }
    router.get("/scan/found/:id") { request, context in try await found(request, context) }
    router.get("/scan/code") { request, context in try await code(request, context) }
    router.post("/scan/retry") { request, context in try await retry(request, context) }
    router.post("/scan/forget") { request, context in try await forget(request, context) }
  }

  private func show(_ request: Request, _ context: WebContext) async throws -> Response {
    let isTooLarge = request.uri.queryParameters["shared"] == "too-large"
    let fault = isTooLarge ? "Too much was shared: the limit is \(SentPhoto.most) photos and 100 MB in total." : nil
    let (session, notice) = (try context.requireSession(), desk.notices.shown(for: request))
    return try await desk.kept.answer(.scan, request, context) { [desk] in
      MadePage(page: try await desk.scanPage(session, fault: fault, notices: notice)) { _ in .scan }
    }
  }

  // MARK: - Photos

  private func scan(_ request: Request, _ context: WebContext) async throws -> Response {
    let startMs = desk.clock.nowMs
    let (form, sent) = try await upload(request, context)
    let session = try context.requireSession()
    guard !sent.isEmpty else {
      return try await desk.scanPage(session, fault: "Choose a photo first.").response(.unprocessableContent)
    }
    // Nobody looks at the answer to a photo that waited on the device: it is logged.
    return try await form["waited"] == "1" ? WaitedPhotos(desk: desk).log(sent, form, session) : show(sent, since: startMs, session)
  }

  private func share(_ request: Request, _ context: WebContext) async throws -> Response {
    let startMs = desk.clock.nowMs
    let (form, sent) = try await upload(request, context)
    let session = try context.requireSession()
    if !sent.isEmpty { return try await show(sent, since: startMs, session) }
    for text in ["url", "text", "title"].compactMap({ form[$0] }) {
      if let barcode = TypedBarcode.first(in: text) { return .redirect(toOwn: "/scan/code?code=\(barcode.text.inQuery)") }
    }
    return try await desk.scanPage(session, fault: "The shared text contains no product number.").response(.unprocessableContent)
  }

  private func upload(_ request: Request, _ context: WebContext) async throws -> (Form, [SentPhoto]) {
    var sent: [SentPhoto] = []
    let form = try await Upload.read(request) { field, name, bytes in
      guard field == "photo" else { return }
      if sent.count == SentPhoto.most { throw Upload.tooLarge("Send at most \(SentPhoto.most) photos at a time.") }
      sent.append(try await photos.read(bytes, named: name))
    }
    try context.check(form)
    return (form, sent)
  }

  private func show(_ sent: [SentPhoto], since startMs: Int64, _ session: PageSession) async throws -> Response {
    let scan = ScanTray.Scan(sent, atMs: startMs)
    if scan.codes.isEmpty {
      return try await desk.scanPage(session, fault: scan.faults.joined(separator: " ")).response(.unprocessableContent)
    }
    let path = "/scan/found/\(desk.tray.keep(scan))"
    return scan.faults.isEmpty
      ? .redirect(toOwn: path) : desk.notices.redirect(to: path, .all(scan.faults.map { .failed("Not read.", $0) }))
  }

  // MARK: - Products

  private func found(_ request: Request, _ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    let id = try context.parameters.require("id")
    guard let scan = desk.tray.scan(id) else {
      return desk.notices.redirect(to: "/scan", .failed("Scan not found.", "That scan has expired. Take the photo again."))
    }
    let query = Form(request.uri.query ?? "")
    let asked = query?["code"].flatMap { GTIN(digits: $0) }
    let codes = scan.codes.filter { asked == nil || $0.gtin == asked }
    let findings = try await desk.find { finder, _ in
      var findings: [FoodFinding] = []
      for code in codes { findings.append(try await finder.find(code.gtin, text: code.text)) }
      return findings
    }
    let notices = desk.notices.shown(for: request)
    if codes.count == 1, let finding = findings.first, asked != nil || scan.codes.count == 1 {
      return FindingPage(
        finding: finding, path: "/scan/found/\(id)?code=\(finding.gtin.description)", now: desk.clock.now, session: session,
        unit: query?["unit"].flatMap(TypedMeal.Unit.init), tray: id, notices: notices
      ).page.response()
    }
    guard !codes.isEmpty else { throw Refusal.notFound }
    return FoundPage(scan: scan, findings: findings, tray: id, now: desk.clock.now, session: session, notices: notices).page.response()
  }

  private func code(_ request: Request, _ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    let query = try Form(query: request)
    let text = String((query["code"] ?? "").onOneLine.prefix(200))
    let (unit, notice) = (query["unit"].flatMap(TypedMeal.Unit.init), desk.notices.shown(for: request))
    do {
      return try await desk.kept.answer(.product, request, context) { [desk] in
        try await desk.findingPage(text, session, unit: unit, notices: notice)
      }
    } catch let error as FoodError {
      let advice = "A barcode has 8 to 14 digits. Type them again, or log the food by hand."
      return try await desk.scanPage(session, code: text, fault: "\(error.sentence.withFullStop) \(advice)").response(.unprocessableContent)
    }
  }

  // MARK: - What waits

  private func retry(_ request: Request, _ context: WebContext) async throws -> Response {
    _ = try await context.form(of: request)
    let resolutions = try await desk.find { finder, library in
      let pending = PendingFood(library)
      var resolutions: [PendingFood.Resolution] = []
      let waiting = try pending.list()
      try await pending.prepare(waiting, with: finder)
      for code in waiting { resolutions.append(try await pending.resolve(code, with: finder)) }
      return resolutions
    }
    let known = resolutions.filter { $0.failure == nil }.compactMap { $0.product?.name }
    let logged = Quantity.count(resolutions.reduce(0) { $0 + $1.logged.count }, "meal")
    var words: [HTML] = []
    if resolutions.isEmpty { words.append(.done("There are no pending lookups.")) }
    if !known.isEmpty { words.append(.done("Found: \(known.joined(separator: ", ")). Logged \(logged).")) }
    words += resolutions.compactMap(\.failure).map { .failed("Not found.", $0.sentence.sentence) }
    return desk.notices.redirect(to: "/scan", .all(words))
  }

  private func forget(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let code = form["code"], !code.isEmpty else { throw Refusal.badForm }
    _ = try await desk.library.write { try PendingFood($0).remove(matching: [code]) }
    return desk.notices.redirect(to: "/scan", .done("\(code) was removed from the pending lookups."))
  }
}
