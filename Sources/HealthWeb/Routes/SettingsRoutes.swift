import HTTPTypes
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Hummingbird

/// `/settings` and what its forms send.
struct SettingsRoutes: Sendable {
  let library: SharedLibrary
  let desk: SettingsDesk
  let clock: any WallClock
  let imports: ImportDesk
  let notices: Notices

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/settings") { request, context in try await show(request, context) }
    router.post("/settings/devices/revoke") { request, context in try await revoke(request, context) }
    router.post("/settings/look") { request, context in try await look(request, context) }
    router.get("/settings/backup") { _, context in try await backup(context) }
  }

  private func show(_ request: Request, _ context: WebContext) async throws -> Response {
    let (session, ownID) = (try context.requireSession(), try context.requireVisitor().session.id)
    let (settings, fault) = (desk.settings.now, desk.settings.fault)
    // A file that can't be read is said above; then the defaults are shown.
    let choices = (try? await desk.choices()) ?? desk.defaults()
    let (now, job, notices) = (clock.now, imports.job, notices.shown(for: request))
    let page = try await library.read { library in
      try SettingsPage(
        sources: SourceGlance(library, folders: settings.healthFolders, settings: settings.health),
        standing: SyncStanding(of: library, dailyBytes: settings.dailyBytes), choices: choices,
        fault: fault, job: job, tokens: IngestTokens(library).all(),
        browsers: BrowserSessions(library).all(seenSinceMs: now.ms - SessionToken.lifetimeMs), ownID: ownID, now: now, session: session,
        notices: notices
      ).page
    }
    return page.response()
  }

  private func revoke(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let id = form["id"] else { throw Refusal.badForm }
    let browser = try await library.write { try BrowserSessions($0).revoke(id) }
    guard browser.id != (try context.requireVisitor().session.id) else { return Refusal.notLetIn.response(nil) }
    return notices.redirect(to: "/settings", .done("\(browser.name) is shut out."))
  }

  private func look(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let theme = form["theme"].flatMap(Theme.init) else { throw Refusal.badForm }
    var response = notices.redirect(to: "/settings", .done("Saved."))
    response.setCookie(Theme.cookie, theme.rawValue, for: context)
    return response
  }

  private func backup(_ context: WebContext) async throws -> Response {
    let day = clock.now.day
    let path = library.path
    let copy = try await library.runLong { _ in try BackupStream(of: path) }
    return Response(
      status: .ok,
      headers: [
        .contentType: "application/vnd.sqlite3", .contentLength: String(copy.bytes),
        .contentDisposition: "attachment; filename=\"hsync-\(day).db\"",
      ], body: copy.body)
  }
}
