import Hummingbird

/// Refuses browsers that aren't paired, by their cookie.
struct OnlyVisitors: RouterMiddleware {
  typealias Context = WebContext

  let door: Door
  /// The library's name for scripts: `PageSession.library`.
  let libraryMark: String
  /// They tell which parts the pages show the way to.
  let settings: LiveSettings

  func handle(_ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response) async throws -> Response {
    guard let token = request.cookies[context.cookieName].flatMap({ SessionToken($0.value) }),
      let visitor = try await door.visitor(token, from: context.peer)
    else { throw Refusal.notPaired }
    var context = context
    context.visitor = visitor
    let theme = request.cookies[Theme.cookie].flatMap { Theme(rawValue: $0.value) }
    context.session = PageSession(token: token.formToken, library: libraryMark, theme: theme ?? .system, shown: settings.shown)
    var response = try await next(request, context)
    if visitor.wasNoted { response.setSession(token, for: context) }
    return response
  }
}

extension Response {
  /// Sets the session's cookie, which expires with the session if the browser doesn't return.
  mutating func setSession(_ token: SessionToken, for context: WebContext) { setCookie(context.cookieName, token.text, for: context) }

  /// Sets a cookie that scripts can't read and other sites don't send, for the lifetime of a session.
  mutating func setCookie(_ name: String, _ value: String, for context: WebContext) {
    let secure = context.isSecure ? "; Secure" : ""
    headers[values: .setCookie].append(
      "\(name)=\(value); Max-Age=\(SessionToken.lifetimeMs / 1000); Path=/; HttpOnly; SameSite=Strict\(secure)")
  }

  /// Redirects the browser to one of our pages after a form.
  static func redirect(toOwn path: String) -> Response { Response(status: .seeOther, headers: [.location: path]) }
}
