import Hummingbird

/// `/pair`: pairs a browser by the code in its link.
struct PairRoute: Sendable {
  let door: Door

  func add(to router: some RouterMethods<WebContext>) {
    router.get("/pair") { request, _ in try show(request) }
    router.post("/pair") { request, context in try await pair(request, context) }
  }

  private func show(_ request: Request) throws -> Response {
    guard let query = request.uri.query, let text = Form(query)?["code"] else { throw Refusal.notPaired }
    guard let code = PairingCode(text) else { throw Refusal.wrongCode }
    return PairPage(code: code, name: BrowserName.guess(userAgent: request.headers[.userAgent])).page.response()
  }

  private func pair(_ request: Request, _ context: WebContext) async throws -> Response {
    let form = try await Form(of: request)
    let name = BrowserName.given(form["name"]) ?? BrowserName.guess(userAgent: request.headers[.userAgent])
    switch try await door.pair(form["code"] ?? "", name: name, from: context.peer) {
    case .welcome(let token):
      var response = Response.redirect(toOwn: "/")
      response.setSession(token, for: context)
      return response
    case .wrongCode: throw Refusal.wrongCode
    case .tooMany(let seconds): throw Refusal.tooMany(afterSeconds: seconds)
    }
  }
}
