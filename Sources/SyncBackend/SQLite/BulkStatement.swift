import GRDB
import GRDBSQLite

/// A statement that runs once per record: bound and stepped by hand, three times as fast as through GRDB's values and rows.
///
/// Parameters stay bound from one run to the next. GRDB doesn't see what it changes; nothing here observes the database.
struct BulkStatement {
  /// Keeps `handle` alive.
  private let statement: Statement
  private let handle: OpaquePointer
  private let connection: SQLiteConnection

  /// Prepares it, or takes it from the connection's cache. It must not outlive the access to `db`.
  init(_ sql: String, in db: Database) throws {
    guard let connection = db.sqliteConnection else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
    statement = try db.cachedStatement(sql: sql)
    handle = statement.sqliteStatement
    self.connection = connection
    sqlite3_reset(handle)
  }

  /// Binds parameter `index`, counted from 1; `nil` = NULL.
  func bind(_ text: String?, at index: Int32) {
    guard var text else {
      sqlite3_bind_null(handle, index)
      return
    }
    text.withUTF8 { utf8 in
      _ = utf8.withMemoryRebound(to: CChar.self) { bytes in
        sqlite3_bind_text(handle, index, bytes.baseAddress, Int32(bytes.count), BulkStatement.copies)
      }
    }
  }

  /// Binds parameter `index`, counted from 1; `nil` = NULL.
  func bind(_ value: Int64?, at index: Int32) {
    if let value { sqlite3_bind_int64(handle, index, value) } else { sqlite3_bind_null(handle, index) }
  }

  /// Runs it with a text, the longest of its parameters, which isn't copied; `nil` = NULL. Returns how many rows it changed.
  func run(with text: ArraySlice<UInt8>?, at index: Int32) throws -> Int {
    guard let text else {
      sqlite3_bind_null(handle, index)
      return try run()
    }
    return try text.withUnsafeBytes { bytes in
      sqlite3_bind_text(handle, index, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), nil)
      // Not bound any longer than it lives.
      defer { sqlite3_bind_null(handle, index) }
      return try run()
    }
  }

  /// Runs it, which gives no rows, and makes it ready for the next record. Returns how many rows it changed.
  private func run() throws -> Int {
    let status = sqlite3_step(handle)
    let message = status == SQLITE_DONE ? nil : String(cString: sqlite3_errmsg(connection))
    sqlite3_reset(handle)
    if let message { throw DatabaseError(resultCode: ResultCode(rawValue: status), message: message) }
    return Int(sqlite3_changes(connection))
  }

  /// `SQLITE_TRANSIENT`, a cast in C that isn't imported: SQLite copies the bytes before the call returns.
  private static var copies: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
