import Dispatch
import Glibc
import Synchronization

/// Runs work on a few connections, each with a thread of its own: neither an event loop nor a thread of Swift's pool ever waits for the database.
///
/// Work that fails because another transaction was in the way, or the connection broke, is done again from its beginning. While the database can't
/// be reached, work fails at once, and a connection is tried once a second.
package final class PostgresPool: Sendable {
  private let core: PoolCore

  /// The bounds of a pool.
  package struct Limits: Sendable {
    /// Connections, and threads, at most.
    package var connections = 8
    /// Work in the queue, at most.
    package var waiting = 5000
    /// Milliseconds that work may wait for a connection, and be repeated.
    package var patienceMs: Int64 = 15_000
    /// Milliseconds after which a connection is replaced: names of hosts may lead elsewhere by then.
    package var lifetimeMs: Int64 = 3_600_000

    /// The usual bounds.
    package init() {}
  }

  /// A pool without connections; they are made when work comes.
  ///
  /// - Parameter setUp: called with each new connection before its first work.
  package init(
    _ address: PostgresAddress, limits: Limits = Limits(), setUp: @escaping @Sendable (PostgresConnection) throws -> Void = { _ in }
  ) {
    core = PoolCore(address: address, limits: limits, setUp: setUp)
  }

  deinit { core.close() }

  /// Connections that are open.
  package var openConnections: Int { core.openConnections }

  /// Runs `body` on a connection and returns its result.
  ///
  /// A transaction that `body` leaves open is rolled back.
  ///
  /// - Parameters:
  ///   - key: of works with the same key one runs at a time: they would wait for each other's rows, and keep connections from others.
  ///   - isRepeatable: whether it may be done again although it may have been done already, because the connection broke during its end.
  ///   - body: may run several times; then nothing of the times before is left, unless the connection broke during its end.
  package func run<T: Sendable>(
    key: String? = nil, isRepeatable: Bool = true, _ body: @escaping @Sendable (PostgresConnection) throws -> T
  ) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      add(key: key, isRepeatable: isRepeatable, body) { continuation.resume(with: $0) }
    }
  }

  /// The same for a caller that may block.
  package func runBlocking<T: Sendable>(
    isRepeatable: Bool = true, _ body: @escaping @Sendable (PostgresConnection) throws -> T
  ) throws -> T {
    let result = Mutex<Result<T, any Error>>(.failure(PostgresError.late))
    let isDone = DispatchSemaphore(value: 0)
    add(key: nil, isRepeatable: isRepeatable, body) { made in
      result.withLock { $0 = made }
      isDone.signal()
    }
    isDone.wait()
    return try result.withLock { $0 }.get()
  }

  private func add<T: Sendable>(
    key: String?, isRepeatable: Bool, _ body: @escaping @Sendable (PostgresConnection) throws -> T,
    settle: @escaping @Sendable (Result<T, any Error>) -> Void
  ) {
    let result = Mutex<Result<T, any Error>>(.failure(PostgresError.late))
    core.add(
      PoolWork(
        key: key, isRepeatable: isRepeatable, deadline: MonotonicTime.nowMs + core.limits.patienceMs,
        attempt: { connection in
          let made = Result { try body(connection) }
          result.withLock { $0 = made }
          _ = try made.get()
        },
        settle: { error in settle(error.map { .failure($0) } ?? result.withLock { $0 }) }))
  }
}

/// Work and its waiting caller.
struct PoolWork: Sendable {
  let key: String?
  let isRepeatable: Bool
  /// Milliseconds of the monotonic clock.
  let deadline: Int64
  /// Does it and keeps its result. Throws what it throws.
  let attempt: @Sendable (PostgresConnection) throws -> Void
  /// Tells the waiting one: what `attempt` kept last, or the error.
  let settle: @Sendable ((any Error)?) -> Void
}
