import HTTPTypes
import HealthModel
import Hummingbird

/// Adds the security headers to every answer.
struct PageHeaders: RouterMiddleware {
  typealias Context = WebContext

  /// The content security policy: a page loads only its own kinds of files from this server. No inline script or style, no frames.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; manifest-src 'self'; "
    + "worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

  func handle(_ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response) async throws -> Response {
    var response = try await next(request, context)
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
}
