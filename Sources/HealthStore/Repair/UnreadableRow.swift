import GRDB

/// A row of a synced table that SQLite can't make the record's JSON of: a program that switched the table's checks off wrote it, or the file is damaged.
package struct UnreadableRow: Sendable, Equatable {
  /// The kind of its record: `meal`.
  package let kind: String
  /// The record's id.
  package let id: String

  /// All of a library's rows like that, in the order of kinds and ids.
  static func all(in db: Database) throws -> [UnreadableRow] {
    try SyncedTable.all.flatMap { table in try isReadable(table, in: db) ? [] : rows(of: table, in: db) }
  }

  /// The row by columns, blobs as hexadecimal digits. `nil` = it isn't there any more.
  func contents(in db: Database) throws -> Row? {
    guard let table = SyncedTable.of(kind: kind) else { return nil }
    let columns = ([table.key, "extra"] + table.columns.map(\.name)).map { name in
      "CASE typeof(\(name)) WHEN 'blob' THEN hex(\(name)) ELSE \(name) END AS \(name)"
    }
    return try Row.fetchOne(
      db, sql: "SELECT \(columns.joined(separator: ", ")) FROM \(table.name) WHERE \(table.key) = ?1", arguments: [id])
  }

  /// Takes out of the row what isn't JSON, and makes texts of blobs. What a record must have becomes an empty list.
  func mend(in db: Database) throws {
    guard let table = SyncedTable.of(kind: kind) else { return }
    let extra = "extra = CASE WHEN json_valid(extra) THEN iif(json_type(extra) = 'object', extra, NULL) END"
    let others = table.columns.map { column in
      let name = column.name
      switch column.type {
      case .json: return "\(name) = CASE WHEN json_valid(\(name)) THEN \(name) ELSE \(column.isRequired ? "'[]'" : "NULL") END"
      default: return "\(name) = CASE typeof(\(name)) WHEN 'blob' THEN hex(\(name)) ELSE \(name) END"
      }
    }
    try db.execute(
      sql: "UPDATE \(table.name) SET \(([extra] + others).joined(separator: ", ")) WHERE \(table.key) = ?1", arguments: [id])
  }

  /// Whether JSON can be made of every row: one look at the whole table, for almost always it can.
  private static func isReadable(_ table: SyncedTable, in db: Database) throws -> Bool {
    do {
      _ = try Int.fetchOne(db, sql: "SELECT sum(length(\(table.json(of: "t")))) FROM \(table.name) AS t")
      return true
    } catch let error as DatabaseError where StoreError.isAboutJSON(error) {
      return false
    }
  }

  private static func rows(of table: SyncedTable, in db: Database) throws -> [UnreadableRow] {
    try String.fetchAll(db, sql: "SELECT \(table.key) FROM \(table.name) ORDER BY \(table.key)").compactMap { id in
      do {
        _ = try table.json(of: id, in: db)
        return nil
      } catch let error as DatabaseError where StoreError.isAboutJSON(error) {
        return UnreadableRow(kind: table.kind, id: id)
      }
    }
  }
}
