import HTTPTypes
import HealthModel
import HealthStore
import Hummingbird
import NIOHTTP1

/// Admits only requests with a token for one thing, before their body is read, and answers all errors in JSON. A browser's session isn't
/// accepted here, so that a page of another site can't make a browser send anything.
struct OnlyAppTokens: RouterMiddleware {
  typealias Context = WebContext

  let door: AppDoor
  let reach: ServerReach
  let scope: AppScope

  func handle(_ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response) async throws -> Response {
    do {
      guard reach.address(for: context).isHost(request.head.authority) else { throw IngestRefusal.wrongHost }
      var context = context
      guard let key = AppKey(authorization: request.headers[.authorization]), let token = try await door.token(key, for: scope) else {
        throw IngestRefusal.wrongToken
      }
      context.appToken = token
      if request.headers[.expect]?.lowercased() == "100-continue" { try await context.inviteBody() }
      return try await next(request, context)
    } catch let refusal as IngestRefusal {
      return refusal.response
    } catch let refusal as Refusal {
      return IngestRefusal(status: refusal.status, sentence: "\(refusal.title).").response
    } catch let error as HTTPParserError {
      throw error
    } catch let error as any UserFacingError {
      if error.kind != .badData { context.logger.error("\(error.message)") }
      return IngestRefusal(error).response
    } catch is CancellationError {
      return IngestRefusal(status: .serviceUnavailable, sentence: "The server is shutting down.", headers: [.retryAfter: "30"]).response
    }
  }
}
