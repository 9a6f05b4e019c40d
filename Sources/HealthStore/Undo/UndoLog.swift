import BulkSQL
import GRDB
import HealthModel

/// The changes that the user made today, for undo: for each change, every row before and after it, as JSON.
///
/// It is independent of the kind of record: any `SyncedTable` can be undone. It is kept for the local day of the change
/// and isn't synced.
struct UndoLog {
  /// The connection, inside a transaction that the caller commits.
  let db: Database

  /// Does `body` and keeps what it changed in the rows of `ids` under `title`. A body that changes nothing leaves nothing to undo.
  func record(_ title: String, of table: SyncedTable, ids: [String], at now: Moment, _ body: () throws -> Void) throws {
    try record(title, of: ids.map { (table: table, id: $0) }, at: now, body)
  }

  /// The same for rows of several tables.
  func record(_ title: String, of rows: [(table: SyncedTable, id: String)], at now: Moment, _ body: () throws -> Void) throws {
    var snapshot = UndoSnapshot()
    for row in rows { try snapshot.willChange(row.table, row.id, in: db) }
    try body()
    try keep(snapshot, title, at: now)
  }

  /// Keeps under `title` what became of the rows in `snapshot`; those that are as they were don't count.
  func keep(_ snapshot: UndoSnapshot, _ title: String, at now: Moment) throws {
    try db.execute(
      sql: "INSERT INTO change(at_ms, day, title) VALUES (?, ?, ?)", arguments: [now.ms, now.day.description, title])
    let n = db.lastInsertedRowID
    var inserts: [String: Statement] = [:]
    for row in snapshot.rows {
      let insert = try inserts[row.table.kind] ?? db.cachedStatement(sql: UndoLog.keeping(row.table))
      inserts[row.table.kind] = insert
      try insert.execute(arguments: [row.id, n, row.before])
    }
    try db.execute(sql: "DELETE FROM change_row WHERE n = ? AND before_json IS after_json", arguments: [n])
    if db.changesCount == snapshot.rows.count {
      try db.execute(sql: "DELETE FROM change WHERE n = ?", arguments: [n])
    } else {
      try db.execute(sql: "DELETE FROM change WHERE day < ?", arguments: [now.day.description])
    }
  }

  /// `INSERT` of the row `?1` of a table before (`?3`) and after the change `?2`. The data is copied from table to
  /// table within SQLite: a script's thousands of rows needn't pass through Swift.
  private static func keeping(_ table: SyncedTable) -> String {
    "INSERT INTO change_row(n, kind, id, before_json, after_json) SELECT ?2, '\(table.kind)', ?1, ?3, (\(table.selectJSON))"
  }

  /// Takes back the last change of the local day of `now`, through the ordinary triggers, so that it is synced as an edit is.
  ///
  /// - Parameter tables: The kinds of records that the library has tables for.
  /// - Throws: kind `.no` if there is none, or if a row isn't any more as the change left it.
  func undo(among tables: [SyncedTable], at now: Moment) throws -> UndoneChange {
    let last = try Row.fetchOne(
      db, sql: "SELECT n, at_ms, title FROM change WHERE day = ? ORDER BY n DESC LIMIT 1", arguments: [now.day.description])
    guard let last else {
      throw StoreError(code: .nothingToUndo, message: "nothing to undo today", hint: nil)
    }
    let n: Int64 = try last.value("n")
    let title: String = try last.value("title")
    let rows = try Row.fetchAll(db, sql: "SELECT kind, id, before_json, after_json FROM change_row WHERE n = ?", arguments: [n])
    for row in rows {
      let kind: String = try row.value("kind")
      let table = tables.of(kind: kind)
      guard let table, try table.json(of: row.value("id"), in: db) == row.value("after_json") else {
        throw StoreError(
          code: .changedSince, message: "can't undo the last change: an entry of it was changed since, by sync or by another program",
          hint: table?.listing.map { "see what is there with: \($0)" })
      }
    }
    for row in rows {
      guard let table = try tables.of(kind: row.value("kind")) else { continue }
      if let before: String = try row.value("before_json") {
        guard try table.apply(before, to: row.value("id"), in: db) else {
          throw StoreError(code: .unexpected, message: "the earlier version of an entry no longer fits its table", hint: nil)
        }
      } else {
        try table.delete(row.value("id"), in: db)
      }
    }
    try db.execute(sql: "DELETE FROM change WHERE n = ?", arguments: [n])
    return UndoneChange(title: title, atMs: try last.value("at_ms"), count: rows.count)
  }
}
