import Hummingbird
import HealthModel

/// `GET /health`, for whoever watches the server: no token, no content.
struct HealthRoute: Sendable {
  let database: BackendDatabase

  /// Adds the route.
  func add(to router: Router<BackendContext>) { router.get("health", use: respond) }

  /// 200 when the database can be written, 503 when it can't.
  @Sendable private func respond(_ request: Request, context: BackendContext) async -> Response {
    do {
      try await database.checkWritable()
      return Response(json: .object([("status", .string("ok"))]))
    } catch {
      let refusal = Refusal.storage("unhealthy", "the server's database can't be written")
      return refusal.response(from: request, context: context)
    }
  }
}
