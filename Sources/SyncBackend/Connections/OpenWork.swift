import NIOCore
import ServiceLifecycle
import Synchronization

/// Counts what a server has to wait for before it ends: open connections, and requests in work.
final class OpenWork: Sendable {
  private let state = Mutex(State())

  private struct State {
    var count = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// Notes one more.
  func begin() { state.withLock { $0.count += 1 } }

  /// Notes that one has ended.
  func end() {
    let done = state.withLock { state in
      state.count -= 1
      guard state.count == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in done { continuation.resume() }
  }

  /// Returns once there is none.
  func drained() async {
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        if state.count > 0 { state.waiting.append(continuation) }
        return state.count == 0
      }
      if isDone { continuation.resume() }
    }
  }
}

/// Keeps an application running until the requests in work at its graceful shutdown have ended.
///
/// The first of its services: services end in the opposite order, so that by then no more connections are taken.
struct OpenWorkEnd: Service {
  let work: OpenWork
  let table: ConnectionTable

  func run() async throws {
    do {
      try await gracefulShutdown()
    } catch {
      // Cancelled: nobody waits for the answers.
      table.stop()
    }
    await work.drained()
  }
}
