import HealthModel
import HealthStore
import Transport

/// Syncs a library with its backend: pushes local changes, then pulls remote ones.
package struct SyncEngine: Sendable {
  package let library: Library
  let account: BackendAccount
  let transport: any Transport
  let clock: SyncClock
  private let dailyBytes: Int?
  private let isRepeated: @Sendable () -> Bool

  /// A sync of `library` with `account`. A token that a run renews is written to the library's `AccountFile`.
  ///
  /// - Parameters:
  ///   - dailyBytes: Most bytes that a local day may cost in both directions, for runs that no person starts. `nil` = no cap.
  ///   - isRepeated: Whether something will run it again by itself, so that a next attempt can be announced. Asked when a run that isn't a
  ///     timer's or an observer's has failed.
  package init(
    library: Library, account: BackendAccount, transport: any Transport, clock: SyncClock = .system, dailyBytes: Int? = nil,
    isRepeated: @escaping @Sendable () -> Bool = { true }
  ) {
    self.isRepeated = isRepeated
    self.library = library
    self.account = account
    self.transport = transport
    self.clock = clock
    self.dailyBytes = dailyBytes
  }

  /// Runs once, to the end or to the first thing that stops it, which is `report.failure` then.
  ///
  /// - Throws: `StoreError`, or `SyncError` when the lock file can't be made or the library belongs to another backend.
  package func run(reason: SyncReason) async throws -> SyncReport {
    var run = try SyncRun(
      library: library, account: account, transport: transport, clock: clock, reason: reason, dailyBytes: dailyBytes, isRepeated: isRepeated
    )
    return try await run.toEnd()
  }

  /// Whether the day's bytes are used up, which keeps back all but a person's runs.
  func isBudgetUsedUp(_ queue: OutboxQueue) throws -> Bool {
    let now = clock.instant()
    return try ByteBudget(dailyBytes: dailyBytes, spent: queue.traffic(sinceMs: now.midnightMs).total).block(at: now) != nil
  }

  /// Returns the first records that a run would send; sends nothing and writes nothing.
  ///
  /// - Parameter limit: The maximum number of records to name.
  package func preview(limit: Int = 10) throws -> SyncPreview {
    let queue = OutboxQueue(library)
    let backend = account.backend
    let records = try limit > 0 ? first(limit, of: queue, kinds: backend.kinds) : []
    return SyncPreview(
      pending: try SyncEngine.counts(queue, kinds: backend.kinds),
      first: records.map { record in
        let json: String? = if case .put(let json) = record.content { json } else { nil }
        return SyncPreview.Item(kind: record.kind, id: record.id, isDeletion: record.content == .deleted, json: json)
      },
      inFlight: try queue.inFlightCount())
  }

  /// Empty when a row can't be read as JSON: a run would put that row aside first, which a preview must not.
  private func first(_ limit: Int, of queue: OutboxQueue, kinds: [String]?) throws(StoreError) -> [SyncRecord] {
    do {
      return try queue.batch(maxBytes: .max, maxRecords: limit, kinds: kinds, size: { _ in 0 }).records
    } catch {
      guard error.code == .unreadableRow else { throw error }
      return []
    }
  }

  /// Returns the number of queued records by kind.
  static func counts(_ queue: OutboxQueue, kinds: [String]?) throws -> [SyncStatus.Count] {
    try queue.pendingCounts(kinds: kinds).map { SyncStatus.Count(kind: $0.kind, count: $0.count) }
  }
}
