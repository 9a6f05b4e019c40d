import Hummingbird
import NIOHTTP1

/// Turns errors of the inner handlers into a `Refusal`, and logs those that aren't the client's fault. Responses aren't
/// cacheable.
struct ErrorAnswers: RouterMiddleware {
  typealias Context = BackendContext

  func handle(
    _ request: Request, context: BackendContext, next: (Request, BackendContext) async throws -> Response
  ) async throws -> Response {
    var response = try await answer(request, context: context, next: next)
    response.headers[.cacheControl] = "no-store"
    // An answer to HEAD has no content (RFC 9110, 9.3.2): a proxy would take it for the beginning of the next answer.
    return request.method == .head ? response.createHeadResponse() : response
  }

  private func answer(
    _ request: Request, context: BackendContext, next: (Request, BackendContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let refusal as Refusal {
      context.logger.debug("refused", metadata: ["code": "\(refusal.code)", "path": "\(request.uri.path)"])
      return refusal.response(from: request, context: context)
    } catch let error as StoreError {
      let refusal = Refusal(error)
      if case .failed(let failure) = error {
        context.logger.error("database", metadata: ["result": "\(failure.code)", "message": "\(failure.message)"])
      } else {
        context.logger.debug("refused", metadata: ["code": "\(refusal.code)", "path": "\(request.uri.path)"])
      }
      return refusal.response(from: request, context: context)
    } catch let error as HTTPParserError {
      // The connection itself answers 400 and ends. It is the client's doing, and nothing that anyone has to read about.
      context.logger.debug("no HTTP", metadata: ["path": "\(request.uri.path)"])
      throw error
    } catch let error as any HTTPResponseError {
      return ErrorAnswers.refusal(for: error.status, of: request).response(from: request, context: context)
    } catch is CancellationError {
      return Refusal.storage("stopping", "the server is stopping").response(from: request, context: context)
    } catch {
      // The type only: what an unknown error prints may hold a part of a request.
      context.logger.error("failed", metadata: ["type": "\(type(of: error))", "path": "\(request.uri.path)"])
      return Refusal(.internalServerError, "internal", "the server failed").response(from: request, context: context)
    }
  }

  /// Errors of the web framework itself: an unknown path above all.
  private static func refusal(for status: HTTPResponse.Status, of request: Request) -> Refusal {
    switch status {
    case .notFound where methods[request.uri.path] != nil:
      Refusal(
        .methodNotAllowed, "method_not_allowed", "this route takes another method",
        headers: [.allow: methods[request.uri.path] ?? ""])
    case .notFound: Refusal(.notFound, "not_found", "there is no such route")
    case .contentTooLarge: .tooLarge("the request is too large")
    case .badRequest: .badRequest("the request can't be read")
    default: Refusal(status, "http_\(status.code)", status.reasonPhrase)
    }
  }

  /// The methods of each route, as in `Allow`.
  static let methods = [
    "/health": "GET, HEAD", "/healthz": "GET, HEAD", "/readyz": "GET, HEAD", "/v1/token/refresh": "POST", "/v1/sync/push": "POST",
    "/v1/sync/changes": "GET", "/v1/sync/device": "GET", "/v1/events": "POST", "/food/log": "POST",
  ]
}
