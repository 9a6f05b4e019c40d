import HealthDesk
import HealthModel
import HealthStore
import Hummingbird

/// `/trends` and `/day/2026-02-10`.
struct TrendRoutes: Sendable {
  let library: SharedLibrary
  let settings: LiveSettings
  let clock: any WallClock
  let kept: KeptPages

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/trends") { request, context in try await trends(request, context) }
    router.get("/day/:day") { request, context in try await day(request, context) }
  }

  private func trends(_ request: Request, _ context: WebContext) async throws -> Response {
    let (session, query) = (try context.requireSession(), try Form(query: request))
    return try await kept.answer(.trends, request, context) { [library, settings, clock] in
      let today = clock.now.day
      let span = try TrendSpan(query, today: today)
      return try await library.read { library in
        let trends = try DayTrends(library, from: span.first, through: span.last, settings: settings.health)
        return MadePage(page: TrendsPage(span: span, trends: trends, today: today, weightUnit: settings.weightUnit, session: session).page)
      }
    }
  }

  private func day(_ request: Request, _ context: WebContext) async throws -> Response {
    let session = try context.requireSession()
    guard let day = Day(try context.parameters.require("day")) else { throw Refusal.notFound }
    return try await kept.answer(.day, request, context) { [library, settings, clock] in
      try await library.read { library in
        let log = SummaryLog(library, as: settings.health)
        log.follow()
        let explanation = try log.explanation(of: day, settings: settings.health)
        let page = ExplainedDayPage(
          explanation: explanation, minuteOfDay: { clock.moment(atMs: $0).minuteOfDay }, today: clock.now.day, session: session
        ).page
        return MadePage(page: page)
      }
    }
  }
}
