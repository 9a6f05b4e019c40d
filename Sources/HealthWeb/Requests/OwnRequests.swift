import HTTPTypes
import Hummingbird

/// Lets through what was asked under a name of this machine, and, where it changes something, by a page of this server.
struct OwnRequests: RouterMiddleware {
  typealias Context = WebContext

  func handle(_ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response) async throws -> Response {
    guard let host = request.head.authority, context.address.isHost(host) else { throw Refusal.wrongHost }
    if request.method != .get, request.method != .head {
      let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
      guard context.address.isOwnPage(origin: request.headers[.origin], fetchSite: site, host: host) else { throw Refusal.foreignPage }
    }
    return try await next(request, context)
  }
}
