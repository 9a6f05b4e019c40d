import HealthModel
import Hummingbird
import Synchronization

/// `GET /healthz`, `/readyz` and `/health`, for whoever watches the server: no token, no content.
///
/// `/healthz` says that the process answers; restart it if it doesn't. `/readyz` says that pushes are taken: the file is in its place, and both it
/// and the disk take writes. `/health` says the same, for watchers of before.
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

  /// The result of the last look. Looked at again after a second: anyone may ask, and each look writes.
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
