import HealthDesk
import HealthModel
import HealthStore
import Hummingbird

/// `/undo`: takes the day's last change back.
struct UndoRoute: Sendable {
  let library: SharedLibrary
  let clock: any WallClock
  let notices: Notices

  func add(to router: some RouterMethods<WebContext>) {
    router.post("/undo") { request, context in try await undo(request, context) }
  }

  private func undo(_ request: Request, _ context: WebContext) async throws -> Response {
    _ = try await context.form(of: request)
    let now = clock.now
    let undone = try await library.write { try $0.undo(at: now) }
    return notices.redirect(to: request.ownReferrer ?? "/", .done("Undone: \(undone.title)"))
  }
}
