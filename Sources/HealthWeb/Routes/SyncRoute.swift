import HealthDesk
import Hummingbird

/// `/sync`: the action of `Sync Now`.
struct SyncRoute: Sendable {
  let sync: SyncNow
  let notices: Notices
  let events: PageEvents

  func add(to router: some RouterMethods<WebContext>) {
    router.post("/sync") { request, context in try await run(request, context) }
  }

  private func run(_ request: Request, _ context: WebContext) async throws -> Response {
    _ = try await context.form(of: request)
    let page = request.ownReferrer ?? "/"
    let screen: Event.SyncScreen = page.hasPrefix("/settings") ? .settings : .home
    let action = events.begin { .manualSync(hasPermissions: $0.hasPermissions, on: screen) }
    let ending = await sync.press()
    if let error = ending.error { action.failed(error) } else { action.succeeded(.synced(records: ending.records)) }
    return notices.redirect(to: page, SyncRoute.words(ending))
  }

  private static func words(_ ending: SyncNow.Ending) -> HTML {
    switch ending {
    case .busy: "<div class=\"banner wait\">Syncing...</div>"
    case .signedOut:
      .failed("Sync Failed", "There is no backend to sync with. Sign in on the computer with your data: hsync login --url URL")
    case .done(let records, let troubles):
      .done("Sync Complete: Synced \(Quantity.count(records, "record"))") + HTML.all(troubles.map { .failed("Import failed", $0.sentence) })
    case .failed(let error): .failed("Sync Failed", "\(error.message.sentence) \(error.hint == nil ? "" : "See hsync doctor.")")
    }
  }
}

extension SyncNow.Ending {
  /// The reason why nothing was synced; `nil` = the sync succeeded.
  fileprivate var error: (any Error)? {
    switch self {
    case .busy: WebError(.interrupted, "a sync is running", hint: nil, kind: .tryAgain)
    case .signedOut: WebError(.interrupted, "there is no backend", hint: nil, kind: .configuration)
    case .failed(let error): error
    case .done: nil
    }
  }

  /// Records that were sent and received.
  fileprivate var records: Int { if case .done(let records, _) = self { records } else { 0 } }
}
