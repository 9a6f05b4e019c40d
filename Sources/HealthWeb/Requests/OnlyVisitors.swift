import Hummingbird

/// Lets browsers through that were let in, by their cookie.
struct OnlyVisitors: RouterMiddleware {
  typealias Context = WebContext

  let door: Door
  /// The library's name for scripts: `PageSession.library`.
  let libraryMark: String
  /// What the pages show the way to.
  let shown: WebSettings.ShownParts

  func handle(_ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response) async throws -> Response {
    guard let token = request.cookies[context.cookieName].flatMap({ SessionToken($0.value) }),
      let visitor = try await door.visitor(token, from: context.peer)
    else { throw Refusal.notLetIn }
    var context = context
    context.visitor = visitor
    let theme = request.cookies[Theme.cookie].flatMap { Theme(rawValue: $0.value) }
    context.session = PageSession(token: token.formToken, library: libraryMark, theme: theme ?? .system, shown: shown)
    var response = try await next(request, context)
    if visitor.wasNoted { response.setSession(token, for: context) }
    return response
  }
}

extension Response {
  /// Gives the browser its cookie, which lives for as long as the session does when it isn't seen again.
  mutating func setSession(_ token: SessionToken, for context: WebContext) { setCookie(context.cookieName, token.text, for: context) }

  /// Gives the browser a cookie that no script reads and no other site sends, for as long as a session lives.
  mutating func setCookie(_ name: String, _ value: String, for context: WebContext) {
    let secure = context.isSecure ? "; Secure" : ""
    headers[values: .setCookie].append(
      "\(name)=\(value); Max-Age=\(SessionToken.lifetimeMs / 1000); Path=/; HttpOnly; SameSite=Strict\(secure)")
  }

  /// Sends the browser to a page of ours after a form.
  static func redirect(toOwn path: String) -> Response { Response(status: .seeOther, headers: [.location: path]) }
}
