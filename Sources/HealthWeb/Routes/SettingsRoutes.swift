import HTTPTypes
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Hummingbird

/// `/settings` and what its forms send.
struct SettingsRoutes: Sendable {
  let library: SharedLibrary
  let settings: WebSettings
  let clock: any WallClock
  let sync: SyncNow
  let notices: Notices
  let events: PageEvents

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/settings") { request, context in try await show(request, context) }
    router.post("/settings/grant") { request, context in try await grant(request, context) }
    router.post("/settings/devices/revoke") { request, context in try await revoke(request, context) }
    router.post("/settings/look") { request, context in try await look(request, context) }
    router.get("/settings/backup") { _, context in try await backup(context) }
  }

  private func show(_ request: Request, _ context: WebContext) async throws -> Response {
    let (session, ownID) = (try context.requireSession(), try context.requireVisitor().session.id)
    let (settings, now, notices) = (settings, clock.now, notices.shown(for: request))
    let (events, isOpening) = (events, request.isOpening)
    let page = try await library.read { library in
      let sources = try SourceGlance(library, folders: settings.healthFolders, settings: settings.health)
      if isOpening {
        events.viewed { .settings(hasPermissions: $0.hasPermissions, lastSyncAgeSec: $0.ageSec(ofMs: sources.lastSyncMs)) }
      }
      return try SettingsPage(
        sources: sources,
        standing: SyncStanding(of: library, dailyBytes: settings.dailyBytes),
        browsers: BrowserSessions(library).all(seenSinceMs: now.ms - SessionToken.lifetimeMs), ownID: ownID, now: now, session: session,
        notices: notices
      ).page
    }
    return page.response()
  }

  /// Looks at the folders again, and imports what is new in those that can be read now.
  private func grant(_ request: Request, _ context: WebContext) async throws -> Response {
    _ = try await context.form(of: request)
    let action = events.begin { _ in .grantPermissions }
    let denied = settings.healthFolders.map(SourceFolder.init(path:)).filter { $0.access != .granted }
    guard denied.isEmpty, !settings.healthFolders.isEmpty else {
      let names = denied.map(\.path).joined(separator: ", ")
      action.failed(WebError(.cannotRead, "not granted", hint: nil, kind: denied.isEmpty ? .configuration : .noPermission))
      return notices.redirect(
        to: "/settings", .failed("Not granted", names.isEmpty ? "No folder is connected." : "Can't read \(names)."))
    }
    action.succeeded(.state("granted"))
    Task { [sync] in await sync.refresh() }
    return notices.redirect(to: "/settings", .done("Granted. New exports are being read."))
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
