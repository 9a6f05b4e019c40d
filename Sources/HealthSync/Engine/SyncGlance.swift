import HealthModel
import HealthStore

/// The part of the sync state that the day view shows. `SyncStatus` has all of it, at several times the cost.
package struct SyncGlance: Sendable, Equatable {
  /// The end of the last successful run, in milliseconds since 1970. `nil` = never synced.
  package let lastOkAtMs: Int64?
  /// The number of queued records; one more than the limit of counting if there are more.
  package let pending: Int
  /// The number of records that the backend rejected.
  package let refused: Int
  /// The number of barcodes queued for lookup.
  package let lookups: Int
  /// The reason why runs fail, and since when (milliseconds since 1970). `nil` = the last one ended well, or there was
  /// none.
  package let failure: Failure?
  /// Until when runs that no person starts wait because the day's bytes are used up, in milliseconds since 1970. `nil` = they don't.
  package let pausedUntilMs: Int64?

  /// The failure that keeps runs from succeeding.
  package struct Failure: Sendable, Equatable {
    package let error: SyncError
    /// The time of the first of these failures, in milliseconds since 1970.
    package let sinceMs: Int64
  }
}

extension SyncEngine {
  /// Returns a summary of the sync state; reads only the library, and changes nothing.
  ///
  /// - Parameters:
  ///   - most: The limit for counting queued records. `nil` = no limit.
  ///   - dailyBytes: The limit of a local day for runs not started by the user. `nil` = none.
  package static func glance(
    at library: Library, clock: @autoclosure () -> SyncClock = .system, counting most: Int? = nil, dailyBytes: Int? = nil
  ) throws(StoreError) -> SyncGlance {
    let queue = OutboxQueue(library)
    let glance = try queue.glance(counting: most)
    var pausedUntilMs: Int64?
    if let dailyBytes { pausedUntilMs = try SyncEngine.pausedUntilMs(queue, clock(), dailyBytes) }
    return SyncGlance(
      lastOkAtMs: glance.lastOkAtMs, pending: glance.pending, refused: glance.refused, lookups: glance.lookups,
      failure: failure(in: glance.backendState), pausedUntilMs: pausedUntilMs)
  }

  private static func failure(in backendState: String) -> SyncGlance.Failure? {
    // Foundation's decoder costs more than all the rest of a glance: only for a failure.
    guard let sinceMs = (try? JSON(parsing: backendState))?["failingSinceMs"].int, let error = BackendState(json: backendState).lastError
    else {
      return nil
    }
    return SyncGlance.Failure(error: error, sinceMs: sinceMs)
  }

  private static func pausedUntilMs(_ queue: OutboxQueue, _ clock: SyncClock, _ dailyBytes: Int) throws(StoreError) -> Int64? {
    let now = clock.instant()
    let spent = try queue.traffic(sinceMs: now.midnightMs).total
    return ByteBudget(dailyBytes: dailyBytes, spent: spent).block(at: now).map { now.ms + $0.ms }
  }
}
