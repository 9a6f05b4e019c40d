import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Hummingbird

/// `/`: the day at a glance.
struct TodayRoute: Sendable {
  let library: SharedLibrary
  let settings: LiveSettings
  let clock: any WallClock
  let sync: SyncNow
  let notices: Notices
  let kept: KeptPages

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/") { request, context in try await show(request, context) }
  }

  private func show(_ request: Request, _ context: WebContext) async throws -> Response {
    let (session, notice) = (try context.requireSession(), notices.shown(for: request))
    // Its news come by themselves: the page is live.
    Task { [sync] in await sync.refresh() }
    return try await kept.answer(.today, request, context) { [library, settings, clock] in
      let now = clock.now
      return try await library.read { library in
        let glance = try DayGlance(
          library, at: now, countsAll: false, dailyBytes: settings.dailyBytes, settings: settings.health,
          folders: settings.healthFolders)
        // Problems with the account are shown on the page for sync.
        let isSignedIn = AccountFile(library: library.path).isUsable
        let lost = try OutboxQueue(library).conflictCount()
        // Only a plan that runs costs anything.
        let diet = try glance.diet.map { _ in
          DietCard(
            glance: try DietDesk(library, settings: settings.health).glance(on: now.day, today: now.day), weightUnit: settings.weightUnit,
            session: session)
        }
        let page = TodayPage(
          glance: glance, diet: diet, isSignedIn: isSignedIn, lostEdits: lost, mirror: settings.mirror, session: session, notices: notice
        ).page
        let (isSyncing, lastMs) = (glance.isSyncing, glance.sync.lastOkAtMs)
        return MadePage(page: page) {
          .home(hasPermissions: $0.hasPermissions, isSyncing: isSyncing, lastSyncAgeSec: $0.ageSec(ofMs: lastMs))
        }
      }
    }
  }
}
