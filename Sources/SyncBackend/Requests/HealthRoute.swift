import HealthModel
import Hummingbird
import Synchronization

/// `GET /healthz`, `/readyz` and `/health`, for monitoring: no token, no content.
///
/// `/healthz` succeeds while the process responds; restart it otherwise. `/readyz` succeeds while pushes are accepted:
/// the file is in its place, and both it and the disk are writable. `/health` is the same as `/readyz`, for older
/// monitoring.
struct HealthRoute: Sendable {
  let database: BackendDatabase
  /// Milliseconds since 1970.
  let now: @Sendable () -> Int64
  private let last = LastLook()

  /// Health of a database's server.
  init(database: BackendDatabase, now: @escaping @Sendable () -> Int64) {
    self.database = database
    self.now = now
  }

  /// Adds the routes.
  func add(to router: Router<BackendContext>) {
    router.get("healthz") { _, _ in HealthRoute.well }
    router.get("readyz", use: respond)
    router.get("health", use: respond)
  }

  private static var well: Response { Response(json: .object([("status", .string("ok"))])) }

  /// 200 when pushes are taken, 503 when they aren't.
  @Sendable private func respond(_ request: Request, context: BackendContext) async -> Response {
    let trouble = await last.trouble(atMs: now()) { await look() }
    return trouble.map { Refusal.storage("unhealthy", $0).response(from: request, context: context) } ?? HealthRoute.well
  }

  /// The trouble there is; `nil` = none.
  private func look() async -> String? {
    guard database.isInPlace else { return "the server's database isn't where it was" }
    guard database.reserve.isDiskWritable() else { return "the server's disk takes no writes" }
    return (try? await database.checkWritable()) == nil ? "the server's database can't be written" : nil
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
