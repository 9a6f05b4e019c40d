import GRDB
import Postgres

/// Deletes a user with all that is theirs from the file, and overwrites it there. What SQLite left of rows that it has moved between pages before
/// stays in unused parts of them; only VACUUM, for which all writers would have to wait, removes that.
///
/// The tokens go first, so that nothing new comes, then the rows in batches between which a running server writes, and the name last. A deletion that was
/// interrupted is continued by the next.
struct UserDeletion {
  private let name: String
  private let database: BackendDatabase
  private let patience: Duration

  /// Rows that are deleted at once.
  static let batch = 2000
  /// Milliseconds of a pause between two batches, at most. SQLite has no queue: who waits for a write looks again up to ten times a second.
  private static let longestPauseMs: Int64 = 100

  /// - Parameter patience: how long to try to empty the log at the end.
  init(of name: String, in database: BackendDatabase, patience: Duration = .seconds(5)) {
    self.name = name
    self.database = database
    self.patience = patience
  }

  /// Deletes everything. `note`: called in the first transaction, to note who does it.
  ///
  /// - Returns: whether the log holds none of it any more.
  func run(note: (Database) throws -> Void) throws -> Bool {
    let owner = try database.command { db in
      let owner = try SQLiteStore.known(name, db)
      try note(db)
      _ = try Tokens.revoke(owner: owner, db)
      return owner
    }
    for (table, key) in [("rec", "kind, id"), ("event", "dev, file, \"offset\"")] {
      let sql = "DELETE FROM \(table) WHERE owner = ?1 AND (\(key)) IN (SELECT \(key) FROM \(table) WHERE owner = ?1 LIMIT ?2)"
      while try remove(sql, owner) == UserDeletion.batch {}
    }
    // Before the name goes, so that a deletion that is interrupted while it waits can be run again.
    let isEmpty = database.emptyLog(within: patience)
    try database.command(erasing: true) { db in try db.execute(sql: "DELETE FROM owner WHERE n = ?", arguments: [owner]) }
    return database.emptyLog(within: isEmpty ? patience : .zero)
  }

  /// Deletes one batch, and leaves the file to others for as long as that took. Returns how many rows there were.
  private func remove(_ sql: String, _ owner: Int64) throws -> Int {
    let start = ContinuousClock.now
    let count = try database.command(erasing: true) { db in
      try db.execute(sql: sql, arguments: [owner, UserDeletion.batch])
      return db.changesCount
    }
    // So that the log doesn't grow to the size of all that is deleted.
    _ = database.emptyLog(within: .milliseconds(100))
    let took = (ContinuousClock.now - start) / .milliseconds(1)
    if count == UserDeletion.batch { OwnThread.pause(milliseconds: min(Int64(took.rounded(.up)), UserDeletion.longestPauseMs)) }
    return count
  }
}
