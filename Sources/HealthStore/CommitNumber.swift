import Dispatch
import Synchronization

/// The number of a library's commits, for many tasks at once.
///
/// Each look at the file begins after the questions that it answers, so that no answer is older than its question. Those that arrive during
/// a look share the next one: its cost doesn't grow with the number of requests.
final class CommitNumber: Sendable {
  private struct State {
    var waiting: [CheckedContinuation<Int64, any Error>] = []
    var isLooking = false
  }

  private struct Connection {
    /// Opened by the first question.
    var watch: CommitWatch?
    var isClosed = false
  }

  private let path: String
  private let looking = DispatchQueue(label: "hsync.commits")
  private let state = Mutex(State())
  private let connection = Mutex(Connection())

  /// The commits to the library at `path`.
  init(_ path: String) { self.path = path }

  /// The number now.
  ///
  /// - Throws: `StoreError` when the file can't be read; `WorkLanes.Closed` after `close`.
  func now() async throws -> Int64 {
    try await withCheckedThrowingContinuation { continuation in
      let isFirst = state.withLock { state in
        state.waiting.append(continuation)
        defer { state.isLooking = true }
        return !state.isLooking
      }
      if isFirst { looking.async { self.look() } }
    }
  }

  /// Closes the connection when those that asked have their answer.
  func close() async {
    await withCheckedContinuation { continuation in
      looking.async {
        self.connection.withLock { $0 = Connection(isClosed: true) }
        continuation.resume()
      }
    }
  }

  /// Answers until nobody asks any more.
  private func look() {
    while true {
      let asking = state.withLock { state in
        defer { state.waiting = [] }
        state.isLooking = !state.waiting.isEmpty
        return state.waiting
      }
      if asking.isEmpty { return }
      let number = Result { try self.number() }
      for one in asking { one.resume(with: number) }
    }
  }

  private func number() throws -> Int64 {
    try connection.withLock { connection in
      if connection.isClosed { throw WorkLanes.Closed() }
      let watch = try connection.watch ?? CommitWatch(path)
      connection.watch = watch
      return try watch.number()
    }
  }
}
