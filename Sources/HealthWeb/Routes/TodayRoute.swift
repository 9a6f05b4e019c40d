import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Hummingbird

/// `/`: the day at a glance.
struct TodayRoute: Sendable {
  let library: SharedLibrary
  let settings: WebSettings
  let clock: any WallClock

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/") { _, context in try await show(context) }
  }

  private func show(_ context: WebContext) async throws -> Response {
    let token = try context.requireVisitor().token.formToken
    let (settings, now) = (settings, clock.now)
    let page = try await library.read { library in
      let glance = try DayGlance(
        library, at: now, countsAll: false, dailyBytes: settings.dailyBytes, settings: settings.health)
      // What is wrong with the account is said where one syncs.
      let isSignedIn = (try? AccountFile(library: library.path).read()) != nil
      return TodayPage(glance: glance, isSignedIn: isSignedIn, formToken: token).page
    }
    return page.response()
  }
}
