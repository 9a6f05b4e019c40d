import GRDB

/// The database of an export: which tables and columns are there, and their rows one after the other.
struct HealthConnectDatabase {
  /// Columns by table, all in lower case; views, tables that are made by code, and columns that are computed aren't listed.
  let columns: [String: Set<String>]
  /// Size of the file.
  let bytes: Int64
  private let db: Database

  /// Reads the schema.
  ///
  /// - Throws: `ImportError` `.dangerous` where a column that is read is computed: no export has one, and it may cost
  ///   any time and memory. Android's own computed columns are dates in local time, which aren't read here.
  init(_ db: Database) throws {
    self.db = db
    var columns: [String: Set<String>] = [:]
    // The type as SQLite itself sees it: `sqlite_schema` may call a view a table.
    let names = try String.fetchAll(
      db, sql: "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'")
    for name in names where name.utf8.allSatisfy(Self.isWordByte) {
      let rows = try Row.fetchCursor(db, sql: "SELECT name, hidden FROM pragma_table_xinfo(?)", arguments: [name])
      while let row = try rows.next() {
        guard let column = row.text(0)?.lowercased() else { continue }
        // 2 and 3: GENERATED ALWAYS AS, computed now or stored.
        if row.int(1) == 0 {
          columns[name.lowercased(), default: []].insert(column)
        } else if HealthConnectTable.readColumns.contains(column) {
          throw ImportError(.dangerous, "\(column) of \(name) is computed by the file: no export of Health Connect does that")
        }
      }
    }
    self.columns = columns
    let pages = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
    bytes = pages * (try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
  }

  /// Whether it is a Health Connect database: it has the tables of records and of the apps that wrote them.
  var isHealthConnect: Bool {
    columns.contains { $0.key.hasSuffix("_record_table") && $0.value.isSuperset(of: ["app_info_id", "uuid"]) }
  }

  /// Returns the rows of a table with a value for each of the columns, NULL for missing ones; `nil` when the table or
  /// one of the `needed` columns is missing.
  ///
  /// - Parameters:
  ///   - columns: Names from this program, never from the file.
  ///   - order: Columns to sort by; in the order of the table when empty.
  func rows(_ table: String, _ wanted: [String], needed: Set<String>, order: [String] = []) throws -> RowCursor? {
    guard let present = columns[table], present.isSuperset(of: needed) else { return nil }
    let list = wanted.map { present.contains($0) ? $0 : "NULL" }.joined(separator: ", ")
    let sorting = order.isEmpty ? "" : " ORDER BY " + order.joined(separator: ", ")
    return try Row.fetchCursor(db, sql: "SELECT \(list) FROM \(table)\(sorting)")
  }

  /// Rows of a query that names nothing of the file's own.
  func rows(sql: String) throws -> RowCursor { try Row.fetchCursor(db, sql: sql) }

  /// Returns the approximate number of rows of a table, without counting them; 0 where that isn't known. For progress
  /// only.
  func expectedRows(_ table: String) -> Int64 {
    (try? Int64.fetchOne(db, sql: "SELECT max(rowid) FROM \(table.quotedDatabaseIdentifier)")) ?? 0
  }

  /// Returns the number of rows of a table.
  func count(_ table: String) throws -> Int { try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table.quotedDatabaseIdentifier)") ?? 0 }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }
}

extension Row {
  /// A whole number at a place; `nil` for anything else. SQLite lets any column hold anything.
  func int(_ index: Int) -> Int64? { Int64.fromDatabaseValue(self[index]) }

  /// A number at a place; `nil` for anything else.
  func double(_ index: Int) -> Double? { Double.fromDatabaseValue(self[index]) }

  /// A text at a place, its first 1000 scalars: names and titles have fewer. `nil` for anything else and for an empty one.
  func text(_ index: Int) -> String? {
    guard let text = String.fromDatabaseValue(self[index]), !text.isEmpty else { return nil }
    return text.utf8.count <= 1000 ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(1000)))
  }
}
