import GRDB

/// Rows as records and back, in SQLite alone.
extension SyncedTable {
  /// The record's JSON, `nil` if there is no such row.
  package func json(of id: String, in db: Database) throws -> String? {
    if let plain = try String.fetchOne(db.cachedStatement(sql: selectPlainJSON), arguments: [id]) { return plain }
    return try String.fetchOne(db.cachedStatement(sql: selectJSON), arguments: [id])
  }

  /// Writes a record's JSON into its row; unknown keys go to `extra`.
  ///
  /// The JSON must be in the form of `JSON.text` (no unnecessary escapes in keys). Triggers run as for any other write,
  /// so that a caller that applies the backend's records sets `sync_state.applying` first.
  /// - Returns: `false` if the table rejects the record (a value is missing, of another type or out of range); nothing
  ///   is written then.
  package func apply(_ json: String, to id: String, in db: Database) throws -> Bool {
    do {
      let statement = try db.cachedStatement(sql: applyJSON)
      try statement.execute(arguments: [json, id])
      return db.changesCount > 0
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_CONSTRAINT || error.resultCode == .SQLITE_MISMATCH || error.message == "malformed JSON"
    {
      return false
    }
  }

  /// Deletes a row; nothing happens if there is none.
  package func delete(_ id: String, in db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM \(name) WHERE \(key) = ?1").execute(arguments: [id])
  }
}
