import BulkSQL
import GRDB
import HealthModel

/// Looks into a library without changing it: nothing is made, migrated or repaired.
package struct LibraryCheckup {
  private let path: String
  private let database: DatabaseQueue

  /// Opens the file for reading. It must exist: SQLite's error would be the same for a missing file and for an
  /// unreadable one.
  ///
  /// - Throws: kind `.badData` when it isn't a database, `.cantCreate`, `.noPermission` or `.tryAgain` when it can't be opened.
  package init(path: String) throws(StoreError) {
    self.path = path
    do {
      database = try DatabaseQueue(path: path, configuration: .library("hsync.checkup", isReadOnly: true, waits: 10))
    } catch {
      throw Library.translated(error, path: path)
    }
  }

  /// The schema's version; 0 of a file in which there is nothing yet.
  ///
  /// - Throws: kind `.badData` when it is another program's database, or damaged.
  package func schemaVersion() throws(StoreError) -> Int {
    try read { db in try Library.version(in: db, path: path) }
  }

  /// The differences between the file's schema and the one that hsync makes. From now on a file that differs is watched: nothing in it runs for ever.
  package func difference() throws(StoreError) -> LibraryShape.Difference {
    try read { db in
      let difference = try LibraryShape.difference(of: db, version: try Library.version(in: db, path: path))
      if !difference.isNone { ConnectionBounds.watch(db) }
      return difference
    }
  }

  /// Returns the errors that SQLite finds in the file: pages, rows, indices, constraints. Empty = none.
  ///
  /// Reads all of it. Names tables and row numbers, no values.
  /// - Parameters:
  ///   - isThorough: Whether each index is compared with its table, too, which takes several times as long.
  ///   - limit: The maximum number of problems to search for.
  package func damage(isThorough: Bool, limit: Int = 20) throws(StoreError) -> [String] {
    try read { db in
      let rows = try String.fetchAll(db, sql: "PRAGMA \(isThorough ? "integrity_check" : "quick_check")(\(limit))")
      return rows == ["ok"] ? [] : rows
    }
  }

  /// Returns the number of rows with dangling references, by table; tables without such rows are left out.
  package func orphans() throws(StoreError) -> [(table: String, rows: Int)] {
    try read { db in
      var counts: [String: Int] = [:]
      let rows = try Row.fetchCursor(db, sql: "PRAGMA foreign_key_check")
      while let row = try rows.next() { counts[try row.value(0), default: 0] += 1 }
      return counts.sorted { $0.key < $1.key }.map { (table: $0.key, rows: $0.value) }
    }
  }

  /// SQLite's version: `3.40.1`.
  package static func sqliteVersion() throws(StoreError) -> String {
    do {
      return try DatabaseQueue().read { db in try String.fetchOne(db, sql: "SELECT sqlite_version()") } ?? ""
    } catch {
      throw Library.translated(error, path: "sqlite")
    }
  }

  private func read<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
    do { return try database.read(body) } catch { throw Library.translated(error, path: path) }
  }
}
