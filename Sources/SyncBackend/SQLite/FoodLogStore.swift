import GRDB

/// Accepts meals one by one, from clients that support only `POST /food/log`.
struct FoodLogStore: Sendable {
  let database: BackendDatabase
  let limits: BackendLimits
  /// Milliseconds since 1970.
  let now: @Sendable () -> Int64

  /// Stores a meal among the owner's records.
  ///
  /// Returns whether it was new; `false` when it, or a newer one with its id, was there. A meal sent again with a clock in the future counts as
  /// there when its content is.
  func log(_ meal: PushedRecord, owner: Owner) async throws -> Bool {
    try await database.commits.write { db in
      var writer = try RecordWriter(db, owner: owner, limits: limits, nowMs: now())
      if let stored = try writer.winner(over: meal), stored.body?.utf8.elementsEqual(meal.body ?? []) == true { return false }
      switch try writer.apply(meal) {
      case .accepted(isNew: false), .superseded: return false
      case .accepted(isNew: true), .restamped:
        try writer.finish()
        return true
      }
    }
  }
}
