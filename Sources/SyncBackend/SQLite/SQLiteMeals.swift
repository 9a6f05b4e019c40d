import GRDB

/// Accepts meals one by one into SQLite.
struct SQLiteMeals: Sendable {
  let database: BackendDatabase
  let limits: BackendLimits
  /// Milliseconds since 1970.
  let now: @Sendable () -> Int64

  /// Stores a meal. Returns whether it was new; see `BackendStore.log(_:owner:)`.
  func log(_ meal: PushedRecord, owner: Owner) async throws -> Bool {
    try await database.commits.write { db in
      var writer = try RecordWriter(db, owner: owner, limits: limits, nowMs: now())
      if let stored = try writer.winner(over: meal), stored.body?.utf8.elementsEqual(meal.body ?? []) == true { return false }
      switch try writer.apply(meal) {
      case .known, .superseded: return false
      case .stored, .restamped:
        try writer.finish()
        return true
      }
    }
  }
}
