import HTTPTypes
import Hummingbird

/// Refuses requests for a host name other than this machine's or its proxy's, and changes that weren't sent by a page of this server.
struct OwnRequests: RouterMiddleware {
  typealias Context = WebContext

  let reach: ServerReach

  func handle(_ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response) async throws -> Response {
    let address = reach.address(for: context)
    guard let host = request.head.authority, address.isHost(host) else { throw Refusal.wrongHost }
    if request.method != .get, request.method != .head {
      let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
      guard address.isOwnPage(origin: request.headers[.origin], fetchSite: site, host: host) else { throw Refusal.foreignPage }
    }
    var context = context
    context.cookieName = address.cookieName(host: host)
    context.isSecure = address.isProxied(host)
    // The proxy is on this machine, and adds whom it speaks for as the last one.
    if context.isSecure, context.peer == "127.0.0.1", let name = HTTPField.Name("X-Forwarded-For"),
      let last = request.headers[name]?.split(separator: ",").last
    {
      context.peer = String(last.drop { $0 == " " }.prefix(45))
    }
    return try await next(request, context)
  }
}
