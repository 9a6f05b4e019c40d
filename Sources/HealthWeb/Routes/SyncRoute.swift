import HealthDesk
import Hummingbird

/// `/sync`: what `Sync Now` sends.
struct SyncRoute: Sendable {
  let sync: SyncNow
  let notices: Notices

  func add(to router: some RouterMethods<WebContext>) {
    router.post("/sync") { request, context in try await run(request, context) }
  }

  private func run(_ request: Request, _ context: WebContext) async throws -> Response {
    _ = try await context.form(of: request)
    let page = request.ownReferrer ?? "/"
    return notices.redirect(to: page, SyncRoute.words(await sync.press()))
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
