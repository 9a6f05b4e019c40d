import GRDB
import Glibc
import HealthModel

/// A library's file in its current version: opened without migration, to be copied or inspected.
struct LibraryFile {
  let path: String
  let database: DatabaseQueue

  /// Opens the file, even if it is empty, damaged or not a library: errors occur when it is used.
  ///
  /// - Throws: `StoreError` of kind `.noInput` when there is none, `.badData` when it isn't an SQLite database, and so
  ///   on.
  init(_ path: String) throws {
    self.path = path
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { throw StoreError(code: .missing, message: "there is no \(path)", hint: nil) }
      throw StoreError(system: errno, "can't read \(path)")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw StoreError(code: .notALibrary, message: "\(path) isn't a library file", hint: nil)
    }
    let label = "hsync.kept"
    do {
      database = try ProtectedFile(path)?.open(label: label) ?? DatabaseQueue(path: path, configuration: .library(label, waits: 10))
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }

  /// Returns a summary of its contents.
  ///
  /// - Throws: `StoreError` of kind `.badData` when it isn't a library, `.configuration` when it is of a newer version.
  func contents() throws -> LibraryContents {
    try translating {
      try database.unsafeRead { db in
        let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let schema = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard application == Schema.applicationID, schema > 0 else {
          throw StoreError(code: .notALibrary, message: "\(path) is not a library of hsync", hint: nil)
        }
        guard schema <= Schema.version else {
          throw StoreError(
            code: .newerVersion, message: "\(path) was made by a newer hsync (schema \(schema), this one supports up to \(Schema.version))",
            hint: "update hsync")
        }
        try Library.requireShape(of: db, version: schema, path: path)
        let records = try SyncedTable.all.compactMap { table -> LibraryContents.Count? in
          // An older version hasn't all of them.
          guard try db.tableExists(table.name) else { return nil }
          let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table.name)") ?? 0
          return count > 0 ? LibraryContents.Count(kind: table.kind, count: count) : nil
        }
        return LibraryContents(schema: schema, records: records)
      }
    }
  }

  /// The first thing that is wrong with the file's pages and indexes, in SQLite's words; `nil` = nothing is. Reads all of it.
  ///
  /// A value out of its column's range isn't damage: a copy keeps it.
  func flaw() throws -> String? {
    try translating {
      try database.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
        let answer = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)")
        return answer == "ok" ? nil : answer ?? "no answer"
      }
    }
  }

  /// Copies every page as it is at one moment into another file, whose contents are replaced in one transaction.
  ///
  /// Others may go on writing here: they don't wait, and nothing of theirs gets into the copy.
  /// - Parameter progress: called with the bytes copied and the bytes in all; what it throws ends the copying, and nothing is changed.
  func copy(into target: LibraryFile, progress: @escaping (Int64, Int64) throws -> Void) throws {
    try target.translating {
      try target.database.writeWithoutTransaction { copy in
        try database.unsafeRead { db in
          let pageBytes = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 4096
          // A transaction keeps the snapshot. Without one, SQLite restarts the copy whenever another process commits between two steps.
          try db.inTransaction(.deferred) {
            let pages = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            // Before the first step: what is thrown after the last would be too late.
            try progress(0, pages * pageBytes)
            try db.backup(to: copy, pagesPerStep: 2048) { state in
              try progress(Int64(state.completedPageCount) * pageBytes, Int64(state.totalPageCount) * pageBytes)
            }
            return .commit
          }
        }
      }
    }
  }

  /// Changes the settings for a file that no other program has open and that is flushed when it is complete.
  func writeUnguarded() throws {
    try translating {
      try database.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
      }
    }
  }

  /// Closes the connection; the log goes into the file.
  func close() throws { try translating { try database.close() } }

  /// Converts SQLite's errors to `StoreError`; rethrows others.
  func translating<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch let error as DatabaseError { throw StoreError(error, path: path) }
  }
}
