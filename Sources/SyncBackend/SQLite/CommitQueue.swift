import GRDB
import Synchronization

/// Makes writes durable together: those that come while a transaction runs share the next one, and its one fsync.
///
/// A single write doesn't wait for others: it gets its own transaction at once. If a write throws after it has changed something, or SQLite
/// reports an error, the shared transaction is rolled back and each of its writes is retried in its own, so that none fails because of
/// another.
final class CommitQueue: Sendable {
  private let pool: DatabasePool
  private let state = Mutex(State())

  /// Writes in a transaction at most, so that the first of them doesn't wait for too many.
  static let most = 256

  private struct State {
    var waiting: [Entry] = []
    /// Whether a transaction runs or is on its way.
    var isBusy = false
  }

  /// A write and its waiting caller.
  private struct Entry: Sendable {
    /// Does the write and keeps its result. Throws what the write throws.
    let attempt: @Sendable (Database) throws -> Void
    /// Tells the waiting one: what `attempt` kept last, or the error.
    let settle: @Sendable ((any Error)?) -> Void
  }

  /// Writes that no transaction has taken up yet.
  var waiting: Int { state.withLock { $0.waiting.count } }

  /// A queue in front of a database's one writer.
  init(_ pool: DatabasePool) { self.pool = pool }

  /// Runs `body` in a transaction and returns its result once that is on the disk.
  ///
  /// - Parameter body: may run twice; then nothing of the first time is left. Throws what it throws; other writes don't notice.
  func write<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      let result = Mutex<Result<T, any Error>?>(nil)
      add(
        Entry(
          attempt: { db in
            let made = Result { try body(db) }
            result.withLock { $0 = made }
            _ = try made.get()
          },
          settle: { error in
            let made = result.withLock { $0 }
            continuation.resume(with: error.map { .failure($0) } ?? made ?? .failure(CancellationError()))
          }))
    }
  }

  private func add(_ entry: Entry) {
    let mustStart = state.withLock { state in
      state.waiting.append(entry)
      defer { state.isBusy = true }
      return !state.isBusy
    }
    if mustStart { startNext() }
  }

  private func startNext() {
    pool.asyncWriteWithoutTransaction { [self] db in
      let entries = state.withLock { state in
        let next = Array(state.waiting.prefix(CommitQueue.most))
        state.waiting.removeFirst(next.count)
        return next
      }
      if !commit(entries, db) {
        for entry in entries { settle(entry, alone: db) }
      }
      let isMore = state.withLock { state in
        state.isBusy = !state.waiting.isEmpty
        return state.isBusy
      }
      if isMore { startNext() }
    }
  }

  /// Writes all entries in one transaction and reports their results. Returns false if nothing was written.
  private func commit(_ entries: [Entry], _ db: Database) -> Bool {
    var refusals = [(any Error)?](repeating: nil, count: entries.count)
    do {
      try db.inTransaction(.immediate) {
        for (index, entry) in entries.enumerated() {
          let before = db.totalChangesCount
          do {
            try entry.attempt(db)
          } catch {
            guard !(error is DatabaseError), db.totalChangesCount == before else { throw error }
            refusals[index] = error
          }
        }
        return .commit
      }
    } catch {
      return false
    }
    for (entry, refusal) in zip(entries, refusals) { entry.settle(refusal) }
    return true
  }

  private func settle(_ entry: Entry, alone db: Database) {
    do {
      try db.inTransaction(.immediate) {
        try entry.attempt(db)
        return .commit
      }
      entry.settle(nil)
    } catch {
      entry.settle(error)
    }
  }
}
