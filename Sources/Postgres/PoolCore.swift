import Dispatch
import Synchronization

/// The queue of a pool's work, and the threads that do it. The threads keep it alive until it is closed.
final class PoolCore: Sendable {
  let limits: PostgresPool.Limits
  private let address: PostgresAddress
  private let setUp: @Sendable (PostgresConnection) throws -> Void
  private let state = Mutex(State())
  private let isSomeThere = DispatchSemaphore(value: 0)

  private struct State {
    var waiting: [PoolWork] = []
    /// Keys of works that run.
    var running: Set<String> = []
    var threads = 0
    /// Threads that wait for work.
    var idle = 0
    var open = 0
    var isClosed = false
    /// Tries to connect that were refused since one wasn't.
    var failures = 0
    /// Until then no connection is tried, milliseconds of the monotonic clock; and why.
    var pause: (untilMs: Int64, error: PostgresError)?
  }

  /// Milliseconds between two tries to connect.
  private static let pauseMs: Int64 = 1000
  /// Tries that are refused before it is taken that the database is gone: one connection may have been cut while it was made.
  private static let mostFailures = 3
  /// Times that work is done, or a connection for it is refused, at most.
  private static let mostAttempts = 6

  /// A new connection was cut before any work used it: the database is there, so this neither counts as an attempt nor begins a pause.
  private struct CutInSetUp: Error {
    let cause: PostgresError
  }

  init(address: PostgresAddress, limits: PostgresPool.Limits, setUp: @escaping @Sendable (PostgresConnection) throws -> Void) {
    self.address = address
    self.limits = limits
    self.setUp = setUp
  }

  var openConnections: Int { state.withLock { $0.open } }

  func add(_ work: PoolWork) {
    enum Next { case full, thread, wake }
    let next = state.withLock { state -> Next in
      guard state.waiting.count < limits.waiting, !state.isClosed else { return .full }
      state.waiting.append(work)
      guard state.waiting.count > state.idle, state.threads < limits.connections else { return .wake }
      state.threads += 1
      return .thread
    }
    switch next {
    case .full: work.settle(PostgresError("53300", "too many requests wait for the database"))
    case .thread:
      if !OwnThread.start({ [self] in serve() }) {
        // Then those that are there do it, later.
        let isAlone = state.withLock { state in
          state.threads -= 1
          return state.threads == 0
        }
        if isAlone, let work = take() { work.settle(PostgresError("53200", "there is no memory for a thread")) }
      }
    case .wake: isSomeThere.signal()
    }
  }

  /// Lets work under way end, fails the rest, and closes the connections.
  func close() {
    let (rest, threads) = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = [] }
      return (state.waiting, state.threads)
    }
    for work in rest { work.settle(PostgresError("57P01", "the server is stopping")) }
    for _ in 0..<threads { isSomeThere.signal() }
  }

  // MARK: A thread

  private func serve() {
    var connection: PostgresConnection?
    while true {
      guard let work = take() else {
        if state.withLock({ $0.isClosed }) { break }
        state.withLock { $0.idle += 1 }
        // Work that came in between has seen no idle thread, and has signalled.
        isSomeThere.wait()
        state.withLock { $0.idle -= 1 }
        continue
      }
      let error = perform(work, &connection)
      let isMore = state.withLock { state in
        if let key = work.key { state.running.remove(key) }
        return !state.waiting.isEmpty
      }
      // Work of the same key may have been passed over.
      if isMore, work.key != nil { isSomeThere.signal() }
      work.settle(error)
    }
    drop(&connection)
  }

  private func take() -> PoolWork? {
    state.withLock { state in
      guard let index = state.waiting.firstIndex(where: { $0.key.map { !state.running.contains($0) } ?? true }) else { return nil }
      let work = state.waiting.remove(at: index)
      if let key = work.key { state.running.insert(key) }
      return work
    }
  }

  /// Does work until it is done or can't be. Returns why it can't.
  private func perform(_ work: PoolWork, _ connection: inout PostgresConnection?) -> (any Error)? {
    var (attempts, cuts) = (0, 0)
    while true {
      do {
        guard MonotonicTime.nowMs < work.deadline else { throw PostgresError("57014", "the database is busy") }
        if let open = connection, open.isDead || MonotonicTime.nowMs - open.openedAtMs > limits.lifetimeMs { drop(&connection) }
        let open = try connection ?? connect()
        connection = open
        open.mayHaveLasted = false
        try work.attempt(open)
        if open.isInTransaction { try open.run("ROLLBACK") }
        return nil
      } catch let cut as CutInSetUp {
        cuts += 1
        guard MonotonicTime.nowMs < work.deadline else { return cut.cause }
        OwnThread.pause(milliseconds: Int64.random(in: 1...2) << min(cuts, PoolCore.mostAttempts))
      } catch {
        attempts += 1
        let isTransient = settle(error, work, &connection)
        guard isTransient, attempts < PoolCore.mostAttempts else { return error }
        // The others are let through first: 2 to 4, 4 to 8, … milliseconds.
        OwnThread.pause(milliseconds: Int64.random(in: 1...2) << attempts)
      }
    }
  }

  /// Leaves a connection as the next work needs it. Returns whether this one may be done again.
  private func settle(_ error: any Error, _ work: PoolWork, _ connection: inout PostgresConnection?) -> Bool {
    let failure = error as? PostgresError
    // Without a connection nothing was begun.
    let mayHaveLasted = connection?.mayHaveLasted ?? false
    if failure?.endsConnection == true {
      drop(&connection)
    } else if let open = connection, open.isInTransaction, (try? open.run("ROLLBACK")) == nil {
      drop(&connection)
    }
    guard let failure, failure.isTransient else { return false }
    return work.isRepeatable || !mayHaveLasted || !failure.endsConnection
  }

  private func connect() throws -> PostgresConnection {
    if let pause = state.withLock({ $0.pause }), MonotonicTime.nowMs < pause.untilMs { throw pause.error }
    do {
      let connection = try PostgresConnection(address)
      do {
        try setUp(connection)
      } catch let error as PostgresError where error.isCut {
        throw CutInSetUp(cause: error)
      }
      state.withLock { state in
        state.open += 1
        (state.failures, state.pause) = (0, nil)
      }
      return connection
    } catch {
      if let error = error as? PostgresError {
        state.withLock { state in
          state.failures += 1
          if state.failures >= PoolCore.mostFailures { state.pause = (MonotonicTime.nowMs + PoolCore.pauseMs, error) }
        }
      }
      throw error
    }
  }

  private func drop(_ connection: inout PostgresConnection?) {
    guard connection != nil else { return }
    connection = nil
    state.withLock { $0.open -= 1 }
  }
}
