import HealthDesk
import HealthModel
import HealthStore
import Hummingbird

/// `/trends` and `/day/2026-02-10`.
struct TrendRoutes: Sendable {
  let library: SharedLibrary
  let settings: LiveSettings
  let clock: any WallClock

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/trends") { request, context in try await trends(request, context) }
    router.get("/day/:day") { _, context in try await day(context) }
  }

  private func trends(_ request: Request, _ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    let (settings, today) = (settings, clock.now.day)
    let query = try Form(query: request)
    let span = try TrendSpan(query, today: today)
    let page = try await library.read { library in
      let trends = try DayTrends(library, from: span.first, through: span.last, settings: settings.health)
      return TrendsPage(span: span, trends: trends, today: today, weightUnit: settings.weightUnit, session: session).page
    }
    return page.response()
  }

  private func day(_ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    guard let day = Day(try context.parameters.require("day")) else { throw Refusal.notFound }
    let (settings, clock) = (settings, clock)
    let page = try await library.read { library in
      let log = SummaryLog(library, as: settings.health)
      log.follow()
      let explanation = try log.explanation(of: day, settings: settings.health)
      return ExplainedDayPage(
        explanation: explanation, minuteOfDay: { clock.moment(atMs: $0).minuteOfDay }, today: clock.now.day, session: session
      ).page
    }
    return page.response()
  }
}
