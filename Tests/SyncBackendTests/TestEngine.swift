import FoundationEssentials
import GRDB
import HealthModel
import Postgres
import TestSupport
import Testing

@testable import SyncBackend

/// A database that the backend runs on in tests.
struct TestEngine: Sendable {
  /// Makes an empty database for one test. `now` gives milliseconds since 1970.
  let makeDatabase:
    @Sendable (_ folder: TemporaryFolder, _ limits: BackendLimits, _ now: @escaping @Sendable () -> Int64) throws -> TestDatabase

  /// The engine of the running test.
  @TaskLocal static var current = TestEngine.sqlite

  /// Those that there are on this machine.
  static var available: [TestEngine] { [sqlite] + (TestPostgres.address == nil ? [] : [postgres]) }
}

/// The database of one test: the store, and what the test sees and changes past it.
struct TestDatabase: Sendable {
  let store: any BackendStore
  /// The file; `nil` for another engine.
  let sqlite: BackendDatabase?
  /// The column of `owner` that other tables' `owner` refers to.
  let ownerKey: String
  /// Runs a query and returns its rows as text: `-` for NULL, the number of bytes of a blob.
  let rows: @Sendable (_ sql: String) throws -> [[String]]
  /// Runs a statement.
  let execute: @Sendable (_ sql: String) throws -> Void
  /// Runs a statement that changes a table itself, which only the coordinator of a cluster may.
  let executeSchema: @Sendable (_ sql: String) throws -> Void
  /// The effect of a restart on it.
  let restart: @Sendable () throws -> Void
  /// Another store over the same data, as another process has it.
  let another: @Sendable () throws -> any BackendStore
}

/// Runs each test of a suite on every database that there is.
struct EachEngine: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
    for engine in TestEngine.available { try await TestEngine.$current.withValue(engine) { try await function() } }
  }
}

extension Trait where Self == EachEngine {
  /// Each test runs on every database that there is.
  static var onEachEngine: EachEngine { EachEngine() }
}

extension TestEngine {
  /// SQLite, in a file in the test's folder.
  static let sqlite = TestEngine { folder, limits, now in
    let database = try BackendDatabase(folder: folder.path, makesFolder: true)
    let execute: @Sendable (String) throws -> Void = { sql in try database.pool.write { db in try db.execute(sql: sql) } }
    return TestDatabase(
      store: SQLiteStore(database, limits: limits, now: now), sqlite: database, ownerKey: "n",
      rows: { sql in try TestEngine.rows(sql, database) },
      execute: execute, executeSchema: execute,
      restart: { try database.beginServing(nowMs: now(), limits: BackendLimits()) },
      another: { try BackendPlace.folder(folder.path).open(makesFolder: false, limits: limits, now: now) })
  }

  /// PostgreSQL, in a schema of the test's own.
  static let postgres = TestEngine { folder, limits, now in
    try TestEngine.at(TestPostgres.makeSchema()).makeDatabase(folder, limits, now)
  }

  /// PostgreSQL, in the schema of an address of `TestPostgres.makeSchema`.
  static func at(_ address: String) -> TestEngine {
    TestEngine { _, limits, now in
      let side = try PostgresPool(PostgresAddress(address))
      let database = try PostgresDatabase(address, connections: 4, now: now)
      let store = PostgresStore(database, limits: limits, now: now)
      return TestDatabase(
        store: store, sqlite: nil, ownerKey: "id", rows: { sql in try TestPostgres.rows(sql, side) },
        execute: { sql in try side.runBlocking { connection in _ = try connection.run(sql) } },
        executeSchema: { sql in _ = try PostgresConnection(PostgresAddress(TestPostgres.atCoordinator(address))).run(sql) },
        restart: {
          // As PostgreSQL's own: all connections end, and it is another incarnation.
          try side.runBlocking { connection in
            try TestPostgres.becomeAnother(connection)
            try connection.run(TestPostgres.cut)
          }
          _ = try store.beginServing()
        },
        another: { try BackendPlace.postgres(address, connections: 4).open(makesFolder: false, limits: limits, now: now) })
    }
  }

  /// The rows of a query on a file, as `TestDatabase.rows`.
  static func rows(_ sql: String, _ database: BackendDatabase) throws -> [[String]] {
    try database.pool.read { db in try Row.fetchAll(db, sql: sql).map { row in row.databaseValues.map(text) } }
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
