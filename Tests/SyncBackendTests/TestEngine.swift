import GRDB
import TestSupport

@testable import SyncBackend

/// A database that the backend runs on in tests.
struct TestEngine: Sendable {
  /// Makes an empty database for one test. `now` gives milliseconds since 1970.
  let makeDatabase:
    @Sendable (_ folder: TemporaryFolder, _ limits: BackendLimits, _ now: @escaping @Sendable () -> Int64) throws -> TestDatabase

  /// The engine of the running test.
  @TaskLocal static var current = TestEngine.sqlite
}

/// The database of one test: the store, and what the test sees and changes past it.
struct TestDatabase: Sendable {
  let store: any BackendStore
  /// The file; `nil` for another engine.
  let sqlite: BackendDatabase?
  /// Joins `owner` to a table with a column `owner`.
  let joinOwner: String
  /// Runs a statement and returns its rows as text: `-` for NULL, the number of bytes of a blob.
  let rows: @Sendable (_ sql: String) throws -> [[String]]
  /// What a restart does to it.
  let restart: @Sendable () throws -> Void
}

extension TestEngine {
  /// SQLite, in a file in the test's folder.
  static let sqlite = TestEngine { folder, limits, now in
    let database = try BackendDatabase(folder: folder.path, makesFolder: true)
    return TestDatabase(
      store: SQLiteStore(database, limits: limits, now: now), sqlite: database, joinOwner: "JOIN owner ON owner.n = rec.owner",
      rows: { sql in
        try database.pool.writeWithoutTransaction { db in
          try Row.fetchAll(db, sql: sql).map { row in row.databaseValues.map(text) }
        }
      },
      restart: { try database.beginServing(nowMs: now(), limits: BackendLimits()) })
  }

  private static func text(_ value: DatabaseValue) -> String {
    switch value.storage {
    case .null: "-"
    case .int64(let n): String(n)
    case .double(let d): String(d)
    case .string(let s): s
    case .blob(let b): "\(b.count) bytes"
    }
  }
}
