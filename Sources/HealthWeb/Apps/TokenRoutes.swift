import HealthDesk
import HealthModel
import HealthStore
import Hummingbird

/// The tokens of other programs: creates them, shows each once, and revokes them.
struct TokenRoutes: Sendable {
  let library: SharedLibrary
  let clock: any WallClock
  let notices: Notices
  let reach: ServerReach

  func add(to router: some RouterMethods<WebContext>) {
    router.post("/settings/tokens") { request, context in try await make(request, context) }
    router.post("/settings/tokens/revoke") { request, context in try await revoke(request, context) }
  }

  private func make(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    guard let name = ForeignText.cleaned(form["name"]) else {
      return notices.redirect(to: "/settings", .failed("No token was created.", "Enter a name, like Phone."))
    }
    if name.count > AppToken.longestName {
      let most = "A name has at most \(AppToken.longestName) characters."
      return notices.redirect(to: "/settings", .failed("No token was created.", most))
    }
    guard let scope = AppScope(rawValue: form["for"] ?? AppScope.send.rawValue) else { throw Refusal.badForm }
    let (key, now) = (AppKey(), clock.nowMs)
    let token = AppToken(hash: key.hash, name: name, scope: scope, createdAtMs: now)
    try await library.write { try AppTokens($0).add(token) }
    // Not by way of a notice, which could be asked for again.
    let page = NewTokenPage(
      key: key, name: token.name, scope: scope, address: reach.address(for: context).url, session: try context.requireSession())
    return page.page.response()
  }

  private func revoke(_ request: Request, _ context: WebContext) async throws -> Response {
    guard let id = try await context.form(of: request)["id"] else { throw Refusal.badForm }
    let token = try await library.write { try AppTokens($0).revoke(id) }
    return notices.redirect(to: "/settings", .done("The token \(token.name) was revoked."))
  }
}
