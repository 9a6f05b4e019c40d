import ActivityWindow
import HealthDesk
import HealthModel
import Hummingbird

/// `/go`: today's windows, the plan and its hours.
struct GoRoutes: Sendable {
  let desk: GoTable

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/go") { request, context in try await today(request, context) }
    router.get("/go/plan") { request, context in try await plan(request, context) }
    router.get("/go/hour") { request, context in try await hour(request, context) }
    router.get("/go/notifications") { _, _ in settings() }
    router.post("/go/dismissed") { request, context in try await dismissed(request, context) }
    router.post("/go/refresh") { request, context in try await refresh(request, context) }
  }

  /// A link of a notice (`hour`, `mode`) leads to the page of its hour.
  private func today(_ request: Request, _ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    let query = try Form(query: request)
    let (view, finished) = try await desk.viewWithFinished()
    var notices = desk.notices.shown(for: request)
    let mode = query["mode"].flatMap(ActivityMode.init)
    if let time = query["hour"] {
      if let hour = try? GoTime(time).hour(in: view), query["mode"] == nil || mode != nil {
        if let mode { await desk.opened(DeepLink(hour: time, mode: mode)) }
        return .redirect(toOwn: GoParts.path(hour.localTime, mode))
      }
      notices = .failed("Not found.", "The link's hour or mode isn't in the forecast. This is today.")
    }
    let shown = mode.flatMap { view.modes.contains($0) ? $0 : nil }
    return GoTodayPage(view: view, finished: finished, clock: desk.clock, mode: shown, session: session, notices: notices).page.response()
  }

  private func plan(_ request: Request, _ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    let query = try Form(query: request)
    let view = try await desk.view()
    guard view.setup.isSetUp else { return .redirect(toOwn: "/go") }
    let mode = query["mode"].flatMap(ActivityMode.init) ?? view.modes.first ?? .runSolo
    let day = query["day"].flatMap { Day($0) }.flatMap { view.plan.day($0)?.day }
    return GoPlanPage(view: view, mode: mode, day: day, clock: desk.clock, session: session, notices: desk.notices.shown(for: request)).page
      .response()
  }

  private func hour(_ request: Request, _ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    let query = try Form(query: request)
    let view = try await desk.view()
    let mode = query["mode"].flatMap(ActivityMode.init)
    guard let time = query["time"], let hour = try? GoTime(time).hour(in: view), query["mode"] == nil || mode != nil else {
      return desk.notices.redirect(to: "/go", .failed("Not found.", "That hour isn't in the forecast. This is today."))
    }
    let shown = mode ?? Outlook.leader(of: view.modes, in: hour) ?? .runSolo
    return GoHourPage(view: view, hour: hour, mode: shown, clock: desk.clock, session: session).page.response()
  }

  /// The way from the banner about blocked notices.
  private func settings() -> Response {
    desk.events.noticed(.coastSettings)
    return .redirect(toOwn: "/settings#push")
  }

  /// The service worker tells that a notice was dismissed.
  private func dismissed(_ request: Request, _ context: WebContext) async throws -> Response {
    guard let link = try await context.form(of: request)["link"].flatMap({ DeepLink($0) }) else { throw Refusal.badForm }
    try await desk.dismissed(link)
    return Response(status: .noContent)
  }

  private func refresh(_ request: Request, _ context: WebContext) async throws -> Response {
    _ = try await context.form(of: request)
    let isOffline = await desk.refresh(.now)
    return desk.notices.redirect(
      to: request.ownReferrer ?? "/go", isOffline ? .failed("No connection.", "Try again later.") : "")
  }
}
