import HealthModel
import Hummingbird

/// `POST /v1/token/refresh`: new credentials for a refresh token. Needs no bearer, as the old one may have ended.
struct TokenRoute: Sendable {
  let users: UserDirectory

  /// Bytes of a body, which holds one short text. Nobody has shown who they are yet.
  static let maxBytes = 4096

  /// Adds the route.
  func add(to router: Router<BackendContext>) { router.post("v1/token/refresh", use: respond) }

  @Sendable private func respond(_ request: Request, context: BackendContext) async throws -> Response {
    let bytes = try await RequestBytes.read(request, limit: TokenRoute.maxBytes)
    guard let refreshToken = (try? JSON(parsing: bytes))?["refresh_token"].string else {
      throw Refusal.badRequest("the body isn't {\"refresh_token\":\"…\"}")
    }
    guard let credentials = try await users.refresh(refreshToken) else {
      throw Refusal(.unauthorized, "unauthorized", "the refresh token is nobody's, or was used", headers: Refusal.unauthorized.headers)
    }
    return Response(json: credentials.json)
  }
}
