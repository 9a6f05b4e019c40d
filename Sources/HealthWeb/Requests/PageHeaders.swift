import HTTPTypes
import HealthModel
import Hummingbird
import NIOHTTP1

/// Gives every answer the headers that keep it where it belongs, and makes a page of whatever goes wrong behind it.
struct PageHeaders: RouterMiddleware {
  typealias Context = WebContext

  /// What a page may load: from here, and only what pages have. No script, style or frame in or around it that isn't ours.
  static let policy =
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

  func handle(_ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response) async throws -> Response {
    var response = try await answer(request, context, next)
    response.headers[.contentSecurityPolicy] = PageHeaders.policy
    response.headers[.xContentTypeOptions] = "nosniff"
    // Not `no-referrer`: with that, browsers send `Origin: null` with our own forms, too.
    if let name = HTTPField.Name("Referrer-Policy") { response.headers[name] = "same-origin" }
    for name in ["Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy"] {
      if let name = HTTPField.Name(name) { response.headers[name] = "same-origin" }
    }
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    return response
  }

  private func answer(
    _ request: Request, _ context: WebContext, _ next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let refusal as Refusal {
      return refusal.response
    } catch let error as HTTPParserError {
      // The connection itself answers 400 and ends.
      throw error
    } catch let error as any HTTPResponseError where error.status == .notFound || error.status == .methodNotAllowed {
      return Refusal.notFound.response
    } catch let error as any UserFacingError {
      context.logger.error("\(error.message)")
      return Refusal(
        status: error.kind == .tryAgain ? .serviceUnavailable : .internalServerError, title: "That didn't work",
        message: "\(error.message). <a href=\"/\">Try again</a>; <code>hsync doctor</code> tells more."
      ).response
    } catch {
      context.logger.error("\(type(of: error))")
      return Refusal(status: .internalServerError, title: "That didn't work", message: "<a href=\"/\">Try again</a>.").response
    }
  }
}
