import HealthModel
import HealthStore

/// The state of a library's sync.
package struct SyncStatus: Sendable, Equatable {
  /// So many records of one kind.
  package struct Count: Sendable, Equatable {
    package let kind: String
    package let count: Int
  }

  /// The earliest time at which the timer's next run may send something.
  package struct NextAttempt: Sendable, Equatable {
    /// Milliseconds since 1970.
    package let atMs: Int64
    package let reason: BackendState.Block.Reason
  }

  /// The end of the last successful run, in milliseconds since 1970. `nil` = never synced.
  package let lastOkAtMs: Int64?
  /// The address that the library belongs to. `nil` = none yet.
  package let url: String?
  /// The backend's dialect. `nil` = none yet.
  package let dialect: String?
  /// The number of queued records by kind, the largest first.
  package let pending: [Count]
  /// Records in a body that was sent or was about to be, and is sent again first; they are in `pending`, too. 0 = none.
  package let inFlight: Int
  /// Refused records, the latest first.
  package let quarantined: [OutboxQueue.Quarantined]
  /// Local edits that lost against newer ones, ever.
  package let conflicts: Int
  /// The reason why the last run stopped, without the time of the next attempt. `nil` = it ended well, or there was
  /// none.
  package let lastError: SyncError?
  /// Since when runs have ended like that, in milliseconds since 1970. `nil` = they haven't.
  package let failingSinceMs: Int64?
  /// Requests in a row that failed.
  package let failures: Int
  /// The earliest time at which the timer's next run may send something. `nil` = at once.
  package let next: NextAttempt?
  /// The time since when another process has been syncing, in milliseconds since 1970. `nil` = none is.
  package let runningSinceMs: Int64?
  /// The run that began last. `nil` = there was none.
  package let lastRun: OutboxQueue.PastRun?
  /// The traffic of this local day's runs.
  package let today: OutboxQueue.Traffic

  /// The total number of queued records.
  package var pendingTotal: Int { pending.reduce(0) { $0 + $1.count } }
}

extension SyncEngine {
  /// Returns the sync state of a library; reads only the library, and changes nothing.
  ///
  /// - Parameter dailyBytes: The limit of a local day for runs not started by the user. `nil` = none.
  package static func status(of library: Library, clock: SyncClock = .system, dailyBytes: Int? = nil) throws -> SyncStatus {
    let queue = OutboxQueue(library)
    let backendState = BackendState(json: try queue.backendState())
    let now = clock.instant()
    let today = try queue.traffic(sinceMs: now.midnightMs)
    let block = [backendState.block(at: now, byPerson: false), ByteBudget(dailyBytes: dailyBytes, spent: today.total).block(at: now)]
      .compactMap { $0 }.max { $0.ms < $1.ms }
    return SyncStatus(
      lastOkAtMs: try queue.position().lastOkAtMs, url: try queue.backendURL(), dialect: try queue.backendDialect(),
      pending: try counts(queue, kinds: nil), inFlight: try queue.inFlightCount(), quarantined: try queue.quarantined(),
      conflicts: try queue.conflictCount(), lastError: backendState.lastError, failingSinceMs: backendState.failingSinceMs,
      failures: backendState.breaker.failures, next: block.map { SyncStatus.NextAttempt(atMs: now.ms + $0.ms, reason: $0.reason) },
      runningSinceMs: LockFile.holder(of: .sync, besideLibrary: library.path, nowMs: now.ms), lastRun: try queue.lastRun(), today: today)
  }
}
