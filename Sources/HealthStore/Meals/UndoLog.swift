import GRDB
import HealthModel

/// What a person changed today, so that it can be taken back: for each change, every row as it was before and after, as JSON.
///
/// It knows no kind of record: whatever is a `SyncedTable` can be undone. It is kept for the local day of the change and isn't synced.
struct UndoLog {
  /// The connection, inside a transaction that the caller commits.
  let db: Database

  /// Does `body` and keeps what it changed in the rows of `ids` under `title`. A body that changes nothing leaves nothing to undo.
  func record(_ title: String, of table: SyncedTable, ids: [String], at now: Moment, _ body: () throws -> Void) throws {
    try record(title, of: ids.map { (table: table, id: $0) }, at: now, body)
  }

  /// The same for rows of several tables.
  func record(_ title: String, of rows: [(table: SyncedTable, id: String)], at now: Moment, _ body: () throws -> Void) throws {
    let before = try rows.map { try $0.table.json(of: $0.id, in: db) }
    try body()
    let after = try rows.map { try $0.table.json(of: $0.id, in: db) }
    guard before != after else { return }
    try db.execute(sql: "DELETE FROM change WHERE day < ?", arguments: [now.day.description])
    try db.execute(
      sql: "INSERT INTO change(at_ms, day, title) VALUES (?, ?, ?)", arguments: [now.ms, now.day.description, title])
    let n = db.lastInsertedRowID
    let insert = try db.cachedStatement(
      sql: "INSERT INTO change_row(n, kind, id, before_json, after_json) VALUES (?, ?, ?, ?, ?)")
    for (row, (before, after)) in zip(rows, zip(before, after)) where before != after {
      try insert.execute(arguments: [n, row.table.kind, row.id, before, after])
    }
  }

  /// Takes back the last change of the local day of `now`, through the ordinary triggers, so that it is synced as an edit is.
  /// - Throws: kind `.no` if there is none, or if a row isn't any more as the change left it.
  func undo(at now: Moment) throws -> UndoneChange {
    let last = try Row.fetchOne(
      db, sql: "SELECT n, at_ms, title FROM change WHERE day = ? ORDER BY n DESC LIMIT 1", arguments: [now.day.description])
    guard let last else {
      throw StoreError(code: .nothingToUndo, message: "nothing to undo today", hint: nil)
    }
    let n: Int64 = last["n"]
    let title: String = last["title"]
    let rows = try Row.fetchAll(db, sql: "SELECT kind, id, before_json, after_json FROM change_row WHERE n = ?", arguments: [n])
    for row in rows {
      guard let table = SyncedTable.of(kind: row["kind"]), try table.json(of: row["id"], in: db) == row["after_json"] else {
        throw StoreError(
          code: .changedSince, message: "can't undo the last change: an entry of it was changed since, by sync or by another program",
          hint: "see what is there with: hsync meals")
      }
    }
    for row in rows {
      guard let table = SyncedTable.of(kind: row["kind"]) else { continue }
      if let before: String = row["before_json"] {
        guard try table.apply(before, to: row["id"], in: db) else {
          throw StoreError(code: .unexpected, message: "what an entry was before doesn't fit its table any more", hint: nil)
        }
      } else {
        try table.delete(row["id"], in: db)
      }
    }
    try db.execute(sql: "DELETE FROM change WHERE n = ?", arguments: [n])
    return UndoneChange(title: title, atMs: last["at_ms"], count: rows.count)
  }
}

/// A change that was taken back.
package struct UndoneChange: Sendable, Equatable {
  /// What it was, in words that follow "undone: ": `logged Porridge`, `deleted 3 meals`.
  package let title: String
  /// When it was made, milliseconds UTC.
  package let atMs: Int64
  /// How many rows it concerned.
  package let count: Int
}
