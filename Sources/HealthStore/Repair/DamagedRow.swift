import BulkSQL
import FoundationEssentials
import GRDB

/// A row of a synced table that can't be read: a program that switched the table's checks off wrote it, or the file is damaged.
package struct DamagedRow: Sendable, Equatable {
  /// The kind of its record: `meal`.
  package let kind: String
  /// The record's id, by its bytes: it may be no text.
  let key: Data

  /// A row by the id of its record.
  package init(kind: String, id: String) { self.init(kind: kind, key: Data(id.utf8)) }

  /// A row by the bytes of its id.
  init(kind: String, key: Data) { (self.kind, self.key) = (kind, key) }

  /// The record's id, with invalid UTF-8 replaced.
  package var id: String { String(decoding: key, as: UTF8.self) }

  /// The row by columns, blobs as hexadecimal digits. `nil` = it isn't there any more.
  func contents(among tables: [SyncedTable], in db: Database) throws -> Row? {
    guard let table = tables.of(kind: kind) else { return nil }
    let columns = ([table.key, "extra"] + table.columns.map(\.name)).map { name in
      "CASE typeof(\(name)) WHEN 'blob' THEN hex(\(name)) ELSE \(name) END AS \(name)"
    }
    return try Row.fetchOne(
      db, sql: "SELECT \(columns.joined(separator: ", ")) FROM \(table.name) WHERE \(DamagedRow.bytes(of: table.key)) = ?1",
      arguments: [key])
  }

  /// SQL for the bytes of an id, whatever it is.
  private static func bytes(of column: String) -> String { "coalesce(CAST(\(column) AS BLOB), x'')" }
}

// MARK: - JSON can't be made of it

extension DamagedRow {
  /// The rows of a library that SQLite can't make the record's JSON of, in the order of kinds and ids.
  static func unreadable(of tables: [SyncedTable], in db: Database) throws -> [DamagedRow] {
    try tables.flatMap { table in try isReadable(table, in: db) ? [] : rows(of: table, in: db) }
  }

  /// Takes what isn't JSON out of such a row. A list that a record must have becomes an empty one.
  func mend(among tables: [SyncedTable], in db: Database) throws {
    guard let table = tables.of(kind: kind) else { return }
    let extra = "extra = CASE WHEN json_valid(extra) THEN iif(json_type(extra) = 'object', extra, NULL) END"
    let others = table.columns.filter { $0.type == .json }.map { column in
      "\(column.name) = CASE WHEN json_valid(\(column.name)) THEN \(column.name) ELSE \(column.isRequired ? "'[]'" : "NULL") END"
    }
    try db.execute(
      sql: "UPDATE \(table.name) SET \(([extra] + others).joined(separator: ", ")) WHERE \(table.key) = ?1", arguments: [id])
  }

  /// Returns whether every row can be converted to JSON, by a single scan of the table, because that almost always
  /// succeeds.
  private static func isReadable(_ table: SyncedTable, in db: Database) throws -> Bool {
    do {
      _ = try Int.fetchOne(db, sql: "SELECT sum(length(\(table.json(of: "t")))) FROM \(table.name) AS t")
      return true
    } catch let error as DatabaseError where StoreError.isAboutJSON(error) {
      return false
    }
  }

  private static func rows(of table: SyncedTable, in db: Database) throws -> [DamagedRow] {
    try String.fetchAll(db, sql: "SELECT \(table.key) FROM \(table.name) ORDER BY 1").compactMap { id in
      do {
        _ = try table.json(of: id, in: db)
        return nil
      } catch let error as DatabaseError where StoreError.isAboutJSON(error) {
        return DamagedRow(kind: table.kind, id: id)
      }
    }
  }
}

// MARK: - Its values can't be read

extension DamagedRow {
  /// The rows of a library with a value that isn't of its column's type, NULL where the column has none, or an id that isn't UTF-8 or holds a NUL; and
  /// what waits to be sent under such an id.
  static func misfits(of tables: [SyncedTable], in db: Database) throws -> [DamagedRow] {
    try tables.flatMap { table in
      try typeMisfits(of: table, in: db) + unnamed("SELECT \(table.key) AS id FROM \(table.name)", kind: table.kind, in: db)
        + unnamed(
          "SELECT id FROM outbox WHERE kind = '\(table.kind)' AND id NOT IN (SELECT \(table.key) FROM \(table.name))", kind: table.kind,
          in: db)
    }
  }

  /// Takes such rows out. To other devices they aren't deleted: what the backend has of them comes back with the next sync, which pulls everything.
  static func remove(_ rows: [DamagedRow], among tables: [SyncedTable], in db: Database) throws {
    try db.execute(sql: "UPDATE sync_state SET applying = 1")
    for row in rows {
      guard let table = tables.of(kind: row.kind) else { continue }
      try db.execute(sql: "DELETE FROM \(table.name) WHERE \(bytes(of: table.key)) = ?1", arguments: [row.key])
      for name in ["outbox", "quarantine", "version"] {
        try db.execute(sql: "DELETE FROM \(name) WHERE kind = ?1 AND \(bytes(of: "id")) = ?2", arguments: [row.kind, row.key])
      }
    }
    try db.execute(sql: "UPDATE sync_state SET applying = 0, cursor = ''")
  }

  private static func typeMisfits(of table: SyncedTable, in db: Database) throws -> [DamagedRow] {
    let columns = try Row.fetchAll(
      db, sql: #"SELECT name, type, "notnull" OR pk > 0 FROM pragma_table_info(?1)"#, arguments: [table.name])
    let misfits = try columns.compactMap { row -> String? in
      let (name, type, isRequired): (String, String, Bool) = try (row.value(0), row.value(1), row.value(2))
      guard ["TEXT", "INTEGER", "REAL"].contains(type) else { return nil }
      return "typeof(\(name.quotedDatabaseIdentifier)) NOT IN ('\(type.lowercased())'\(isRequired ? "" : ", 'null'"))"
    }
    if misfits.isEmpty { return [] }
    let keys = try Data.fetchAll(
      db, sql: "SELECT \(bytes(of: table.key)) FROM \(table.name) NOT INDEXED WHERE \(misfits.joined(separator: " OR ")) ORDER BY 1")
    return keys.map { DamagedRow(kind: table.kind, key: $0) }
  }

  /// Returns the ids selected by `ids` that aren't valid text. SQL can't detect UTF-8, only ASCII.
  private static func unnamed(_ ids: String, kind: String, in db: Database) throws -> [DamagedRow] {
    let keys = try Data.fetchAll(
      db,
      sql: """
        SELECT CAST(id AS BLOB) FROM (\(ids)) WHERE typeof(id) = 'text' AND (id GLOB '*[^ -~]*' OR instr(CAST(id AS BLOB), x'00')) ORDER BY 1
        """)
    return keys.filter { $0.contains(0) || String(validating: $0, as: UTF8.self) == nil }.map { DamagedRow(kind: kind, key: $0) }
  }
}
