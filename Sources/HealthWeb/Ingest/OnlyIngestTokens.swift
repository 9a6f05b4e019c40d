import HTTPTypes
import HealthDesk
import HealthModel
import HealthStore
import Hummingbird
import NIOHTTP1

/// Admits only requests with an app's token, before their body is read, and answers all errors in JSON. A browser's session isn't
/// accepted here, so that a page of another site can't make a browser send anything.
struct OnlyIngestTokens: RouterMiddleware {
  typealias Context = WebContext

  let library: SharedLibrary
  let clock: any WallClock
  let reach: ServerReach

  func handle(_ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response) async throws -> Response {
    do {
      guard reach.address(for: context).isHost(request.head.authority) else { throw IngestRefusal.wrongHost }
      var context = context
      context.ingestToken = try await token(of: request)
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

  private func token(of request: Request) async throws -> IngestToken {
    guard let key = IngestKey(authorization: request.headers[.authorization]) else { throw IngestRefusal.wrongToken }
    let (hash, now) = (key.hash, clock.nowMs)
    guard let token = try await library.read({ try IngestTokens($0).token(hash) }) else { throw IngestRefusal.wrongToken }
    if token.usedAtMs.map({ now < $0 || now - $0 >= IngestKey.restMs }) ?? true {
      // Best effort: a library that is locked now refuses the body itself.
      try? await library.write { try IngestTokens($0).note(hash, usedAtMs: now) }
    }
    return token
  }
}
