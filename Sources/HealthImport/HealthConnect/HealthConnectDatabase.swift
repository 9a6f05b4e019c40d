import GRDB

/// The database of an export: which tables and columns are there, and their rows one after the other.
struct HealthConnectDatabase {
  /// Columns by table, all in lower case; tables that are views or made by code aren't listed.
  let columns: [String: Set<String>]
  /// Size of the file.
  let bytes: Int64
  private let db: Database

  /// Looks at the schema.
  init(_ db: Database) throws {
    self.db = db
    var columns: [String: Set<String>] = [:]
    let names = try String.fetchAll(
      db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite_%'")
    for name in names where name.utf8.allSatisfy(Self.isWordByte) {
      let of = try String.fetchAll(db, sql: "SELECT name FROM pragma_table_xinfo(?)", arguments: [name])
      columns[name.lowercased()] = Set(of.map { $0.lowercased() })
    }
    self.columns = columns
    let pages = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
    bytes = pages * (try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0)
  }

  /// Whether it is what its name says: tables of records, with the apps that wrote them.
  var isHealthConnect: Bool {
    columns.contains { $0.key.hasSuffix("_record_table") && $0.value.isSuperset(of: ["app_info_id", "uuid"]) }
  }

  /// The rows of a table, a value for each of the columns, NULL for those that aren't there; `nil` when the table or one of the `needed`
  /// isn't there.
  ///
  /// - Parameters:
  ///   - columns: Names that are ours, never the file's.
  ///   - order: Columns to sort by; as they lie when empty.
  func rows(_ table: String, _ wanted: [String], needed: Set<String>, order: [String] = []) throws -> RowCursor? {
    guard let present = columns[table], present.isSuperset(of: needed) else { return nil }
    let list = wanted.map { present.contains($0) ? $0 : "NULL" }.joined(separator: ", ")
    let sorting = order.isEmpty ? "" : " ORDER BY " + order.joined(separator: ", ")
    return try Row.fetchCursor(db, sql: "SELECT \(list) FROM \(table)\(sorting)")
  }

  /// Rows of a query that names nothing of the file's own.
  func rows(sql: String) throws -> RowCursor { try Row.fetchCursor(db, sql: sql) }

  /// About how many rows a table has, without counting them; 0 where that can't be told. For progress alone.
  func expectedRows(_ table: String) -> Int64 { (try? Int64.fetchOne(db, sql: "SELECT max(rowid) FROM \(table)")) ?? 0 }

  /// How many rows a table has.
  func count(_ table: String) throws -> Int { try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0 }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }
}

extension Row {
  /// A whole number at a place; `nil` for anything else. SQLite lets any column hold anything.
  func int(_ index: Int) -> Int64? { Int64.fromDatabaseValue(self[index]) }

  /// A number at a place; `nil` for anything else.
  func double(_ index: Int) -> Double? { Double.fromDatabaseValue(self[index]) }

  /// A text at a place; `nil` for anything else and for an empty one.
  func text(_ index: Int) -> String? { String.fromDatabaseValue(self[index]).flatMap { $0.isEmpty ? nil : $0 } }
}
