import HealthModel
import Hummingbird
import Synchronization

/// `GET` and `HEAD` of `/healthz`, `/readyz` and `/health`, for monitoring: no token, no content.
///
/// `/healthz` succeeds while the process responds; restart it otherwise. `/readyz` succeeds while pushes are accepted:
/// the database is there and takes writes. `/health` is the same as `/readyz`, for older monitoring.
struct HealthRoute: Sendable {
  let store: any BackendStore
  /// Milliseconds since 1970.
  let now: @Sendable () -> Int64
  private let last = LastLook()

  /// Health of a store's server.
  init(store: any BackendStore, now: @escaping @Sendable () -> Int64) {
    self.store = store
    self.now = now
  }

  /// Adds the routes.
  func add(to router: Router<BackendContext>) {
    router.get("healthz") { _, _ in HealthRoute.well }
    router.head("healthz") { _, _ in HealthRoute.well.createHeadResponse() }
    for path: RouterPath in ["readyz", "health"] {
      router.get(path, use: respond)
      router.head(path) { request, context in await respond(request, context: context).createHeadResponse() }
    }
  }

  private static var well: Response { Response(json: .object([("status", .string("ok"))])) }

  /// 200 when pushes are taken, 503 when they aren't.
  @Sendable private func respond(_ request: Request, context: BackendContext) async -> Response {
    let trouble = await last.trouble(atMs: now()) { await store.trouble() }
    return trouble.map { Refusal.storage("unhealthy", $0).response(from: request, context: context) } ?? HealthRoute.well
  }

  /// The result of the last check. It is repeated after a second at the earliest, because the route is public and each
  /// check writes.
  private final class LastLook: Sendable {
    private let state = Mutex<(atMs: Int64, trouble: String?)?>(nil)

    func trouble(atMs nowMs: Int64, _ look: () async -> String?) async -> String? {
      if let known = state.withLock({ $0 }), (0..<1000).contains(nowMs - known.atMs) { return known.trouble }
      let trouble = await look()
      state.withLock { $0 = (nowMs, trouble) }
      return trouble
    }
  }
}
