import HealthDesk
import HealthModel
import HealthStore
import Hummingbird

/// The tokens with which apps and shortcuts send data: creates them, shows each once, and revokes them.
struct TokenRoutes: Sendable {
  let library: SharedLibrary
  let clock: any WallClock
  let notices: Notices

  func add(to router: some RouterMethods<WebContext>) {
    router.post("/settings/tokens") { request, context in try await make(request, context) }
    router.post("/settings/tokens/revoke") { request, context in try await revoke(request, context) }
  }

  private func make(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let name = ForeignText.cleaned(form["name"]) else {
      return notices.redirect(to: "/settings", .failed("No token was created.", "Enter a name, like Phone."))
    }
    let (key, now) = (IngestKey(), clock.nowMs)
    let token = IngestToken(hash: key.hash, name: String(name.prefix(100)), createdAtMs: now)
    try await library.write { try IngestTokens($0).add(token) }
    // Not by way of a notice, which could be asked for again.
    return NewTokenPage(key: key, name: token.name, session: try context.requireSession()).page.response()
  }

  private func revoke(_ request: Request, _ context: WebContext) async throws -> Response {
    guard let id = try await context.form(of: request)["id"] else { throw Refusal.badForm }
    let token = try await library.write { try IngestTokens($0).revoke(id) }
    return notices.redirect(to: "/settings", .done("The token \(token.name) was revoked."))
  }
}
