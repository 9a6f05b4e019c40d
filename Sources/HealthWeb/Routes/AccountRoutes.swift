import Foundation
import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Hummingbird

/// Signs in to a backend and out, as `hsync login` and `hsync logout` do.
struct AccountRoutes: Sendable {
  let library: SharedLibrary
  let settings: LiveSettings
  let notices: Notices

  func add(to router: some RouterMethods<WebContext>) {
    router.post("/settings/login") { request, context in try await login(request, context) }
    router.post("/settings/logout") { request, context in try await logout(request, context) }
  }

  private func login(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await context.form(of: request)
    func typed(_ name: String) -> String? {
      let text = (form[name] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
      return text.isEmpty ? nil : text
    }
    guard let tokens = typed("backend_token").flatMap({ BackendTokens($0) }) else {
      return failed("Paste the token that the backend gave you.")
    }
    var login = BackendLogin(tokens: tokens)
    login.url = typed("url")
    login.apiKey = typed("api_key")
    if let name = typed("dialect") {
      guard let dialect = BackendAccount.Dialect(rawValue: name) else { throw Refusal.badForm }
      login.dialect = dialect
    }
    do {
      let (sign, wish) = (settings.login, login)
      switch try await library.ask({ try await sign($0, wish) }) {
      case .accepted: return notices.redirect(to: "/settings", .done("Signed in."))
      case .unchecked(let why, _):
        return notices.redirect(to: "/settings", .waiting("Signed in, but the backend couldn't be checked: \(why.withFullStop)"))
      }
    } catch is BackendLogin.NoBackend {
      return failed("Type the backend's address: https://…")
    } catch let error as any UserFacingError {
      return failed(ImportPage.sentences(error))
    }
  }

  private func logout(_ request: Request, _ context: WebContext) async throws -> Response {
    _ = try await context.form(of: request)
    guard AccountFile(library: library.path).remove() else {
      return notices.redirect(to: "/settings", .failed("Not signed out.", "You aren't signed in."))
    }
    return notices.redirect(to: "/settings", .done("Signed out. Everything stays on this computer."))
  }

  private func failed(_ sentence: String) -> Response { notices.redirect(to: "/settings", .failed("Not signed in.", sentence)) }
}
