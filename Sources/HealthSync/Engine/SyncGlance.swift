import HealthModel
import HealthStore

/// The little of how a library stands to its backend that the day shows. `SyncStatus` tells all of it, for several times the price.
package struct SyncGlance: Sendable, Equatable {
  /// When a run last ended well, in milliseconds since 1970. `nil` = never synced.
  package let lastOkAtMs: Int64?
  /// How many records wait; one more than were to be counted if there are more.
  package let pending: Int
  /// How many records the backend refused.
  package let refused: Int
  /// How many barcodes wait to be looked up.
  package let lookups: Int
  /// Why runs fail, and since when (milliseconds since 1970). `nil` = the last one ended well, or there was none.
  package let failure: Failure?
  /// Until when runs that no person starts wait because the day's bytes are used up, in milliseconds since 1970. `nil` = they don't.
  package let pausedUntilMs: Int64?

  /// The failure that keeps runs from succeeding.
  package struct Failure: Sendable, Equatable {
    package let error: SyncError
    /// When the first of them failed, in milliseconds since 1970.
    package let sinceMs: Int64
  }
}

extension SyncEngine {
  /// A glance at how a library stands to its backend; asks only the library, and changes nothing.
  ///
  /// - Parameters:
  ///   - most: Of how many waiting records it is said how many they are. `nil` = however many.
  ///   - dailyBytes: The cap of a local day for runs that no person starts. `nil` = none.
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
