import Hummingbird

/// Lets a request pass whose `Authorization: Bearer …` is of a user, before anything of its body is read.
struct Authentication: RouterMiddleware {
  let users: UserDirectory
  let rates: RateLimits

  func handle(
    _ request: Request, context: BackendContext, next: (Request, BackendContext) async throws -> Response
  ) async throws -> Response {
    guard let token = Authentication.token(in: request.headers) else { throw Refusal.unauthorized }
    var context = context
    let owner = try await users.owner(ofToken: token)
    try rates.count(owner)
    context.owner = owner
    guard owner.unnotedHourMs != nil else { return try await next(request, context) }
    // Beside the request, which doesn't wait for it before it writes.
    async let noted: Void = users.noteUse(by: owner)
    let response = try await next(request, context)
    await noted
    return response
  }

  /// The token of `Bearer <token>`; the scheme's case doesn't count (RFC 9110, 11.1).
  static func token(in headers: HTTPFields) -> Substring? {
    guard let value = headers[.authorization], let space = value.firstIndex(of: " "), value[..<space].lowercased() == "bearer" else {
      return nil
    }
    let token = value[space...].drop { $0 == " " }
    return token.isEmpty || token.utf8.count > 512 ? nil : token
  }
}
