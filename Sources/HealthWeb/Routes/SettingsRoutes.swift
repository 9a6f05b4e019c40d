import Doctor
import HTTPTypes
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Hummingbird

/// `/settings` and its forms.
struct SettingsRoutes: Sendable {
  let library: SharedLibrary
  let desk: SettingsDesk
  let clock: any WallClock
  let imports: ImportDesk
  let notices: Notices
  let kept: KeptPages

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/settings") { request, context in try await show(request, context) }
    router.post("/settings/devices/revoke") { request, context in try await revoke(request, context) }
    router.post("/settings/look") { request, context in try await look(request, context) }
    router.get("/settings/doctor") { request, context in try await doctor(request, context) }
    router.get("/settings/backup") { _, context in try await backup(context) }
    router.get("/settings/export") { request, context in try await export(request, context) }
  }

  private func show(_ request: Request, _ context: WebContext) async throws -> Response {
    let (session, ownID) = (try context.requireSession(), try context.requireVisitor().session.id)
    let notice = notices.shown(for: request)
    return try await kept.answer(.settings, request, context) { [library, desk, clock, imports] in
      let (settings, fault) = (desk.settings.now, desk.settings.fault)
      // A file that can't be read is said above; then the defaults are shown.
      let choices = (try? await desk.choices()) ?? desk.defaults()
      let (now, job) = (clock.now, imports.job)
      return try await library.read { library in
        let sources = try SourceGlance(library, folders: settings.healthFolders, settings: settings.health)
        let browsers = try BrowserSessions(library).all(seenSinceMs: now.ms - SessionToken.lifetimeMs)
        let page = try SettingsPage(
          sources: sources,
          standing: SyncStanding(of: library, dailyBytes: settings.dailyBytes), choices: choices,
          fault: fault, job: job, tokens: AppTokens(library).all(),
          browsers: browsers, push: PushSection(library, browsers: browsers, ownID: ownID, session: session), ownID: ownID, now: now,
          session: session, notices: notice
        ).page
        let lastMs = sources.lastSyncMs
        return MadePage(page: page) { .settings(hasPermissions: $0.hasPermissions, lastSyncAgeSec: $0.ageSec(ofMs: lastMs)) }
      }
    }
  }

  private func revoke(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let id = form["id"] else { throw Refusal.badForm }
    let browser = try await library.write { try BrowserSessions($0).revoke(id) }
    guard browser.id != (try context.requireVisitor().session.id) else { return Refusal.notPaired.response(nil) }
    return notices.redirect(to: "/settings", .done("\(browser.name) was revoked."))
  }

  private func look(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let theme = form["theme"].flatMap(Theme.init) else { throw Refusal.badForm }
    var response = notices.redirect(to: "/settings", .done("Saved."))
    response.setCookie(Theme.cookie, theme.rawValue, for: context)
    return response
  }

  private func doctor(_ request: Request, _ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    let isOnline = try Form(query: request)["backend"] == "1"
    let findings = await Examination.findings(onLibrary: library.path, isOffline: !isOnline, paths: desk.settings.paths)
    return DoctorPage(findings: findings, isOnline: isOnline, session: session).page.response()
  }

  private func backup(_ context: WebContext) async throws -> Response {
    let (day, path) = (clock.now.day, library.path)
    let copy = try await library.runLong { _ in try FileDownload(ofLibrary: path) }
    return copy.response(type: "application/vnd.sqlite3", named: "hsync-\(day).db")
  }

  /// Everything as JSON lines, or one kind as JSON lines or CSV: kinds have different columns.
  private func export(_ request: Request, _ context: WebContext) async throws -> Response {
    let query = try Form(query: request)
    let name = query["kind"] ?? ""
    guard let format = ExportFormat(rawValue: query["format"] ?? "json") else { throw Refusal.badForm }
    let kinds = name.isEmpty ? ExportKind.all : ExportKind.named(name).map { [$0] } ?? []
    guard !kinds.isEmpty else { throw Refusal.notFound }
    guard format == .json || kinds.count == 1 else {
      throw Refusal(
        status: .unprocessableContent, title: "Choose one kind",
        message: "Each kind has its own columns, and a CSV file can hold only one kind. <a href=\"/settings#export\">Back to settings</a>")
    }
    let now = clock.now
    let copy = try await library.run { try FileDownload(of: kinds, as: format, from: $0, atMs: now.ms) }
    let type = format == .csv ? "text/csv; charset=utf-8" : "application/x-ndjson"
    return copy.response(type: type, named: "hsync-\(now.day)\(name.isEmpty ? "" : "-\(name)").\(format.fileExtension)")
  }
}
