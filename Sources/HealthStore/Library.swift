import BulkSQL
import GRDB
import Glibc
import HealthModel

/// A person's data: one SQLite file, open.
///
/// Any number of programs may have the file open at once (WAL: readers never wait; a writer waits up to 10 s for another). What is
/// committed is on the disk (`synchronous = FULL`).
package final class Library: Sendable {
  /// The file's path as it was given.
  package let path: String
  /// Whether the file may only be read: every write then fails with kind `.noPermission`.
  package let isReadOnly: Bool
  /// The connection. Errors of GRDB pass through it as they are; `read` and `write` translate them.
  package let database: DatabaseQueue
  /// The kinds of records that have a table in it.
  package var tables: [SyncedTable] { SyncedTable.all + addedTables }
  private let addedTables: [SyncedTable]

  /// Opens the library at `path`; makes it if there is none, and brings an older one to `Schema.version`.
  ///
  /// A new file has the rights 0600, its `-wal` and `-shm` too. An existing file keeps its rights. One that may not be written is opened to be
  /// read, if it is of this version.
  /// - Parameters:
  ///   - makesFolder: whether a missing folder is made, with its parents, as 0700. Right for the default place; for a file that a person
  ///     named, `false` is what sqlite3 does, and catches a mistyped path.
  ///   - tables: kinds of records that this library has besides `SyncedTable.all`. Their tables and triggers are the caller's to make.
  /// - Throws: kind `.cantCreate`, `.noPermission`, `.badData` (not a library, damaged), `.configuration` (of a newer version), `.io`
  ///   or `.tryAgain`.
  package init(at path: String, makesFolder: Bool = true, adding tables: [SyncedTable] = []) throws(StoreError) {
    self.path = path
    addedTables = tables
    try Library.makeFile(at: path, makesFolder: makesFolder)
    try FileTrust().check(library: path)
    var configuration = Configuration.library("hsync.library")
    configuration.busyMode = .callback(Library.waitForTurn)
    configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
    do {
      (database, isReadOnly) = try Library.opened(path, configuration)
    } catch {
      throw Library.translated(error, path: path)
    }
    if isReadOnly { try requireVersion() } else { try bringUpToDate() }
    try requireShape()
  }

  /// The connection, and whether it is one that only reads, because nothing else is allowed.
  private static func opened(_ path: String, _ configuration: Configuration) throws -> (DatabaseQueue, Bool) {
    do {
      let database = try DatabaseQueue(path: path, configuration: configuration)
      // Opening touches nothing; the first look shows whether the log can be made.
      _ = try database.unsafeRead { db in try Int.fetchOne(db, sql: "PRAGMA user_version") }
      return (database, false)
    } catch let error as DatabaseError where [.SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM].contains(error.resultCode) {
      guard let file = ProtectedFile(path) else { throw error }
      return (try file.open(label: "hsync.protected"), true)
    }
  }

  /// Closes the file. The closed connection stays: to end its queue, libdispatch starts a thread, which costs every short command more than
  /// what is left of a connection costs memory.
  deinit {
    try? database.close()
    _ = Unmanaged.passRetained(database)
  }

  /// Opens a library that is there and up to date, to be read only: nothing is made or migrated, and nobody is waited for.
  ///
  /// - Throws: kind `.cantCreate` or `.noPermission` when it can't be opened, `.badData` when it isn't a library, `.configuration` when it is of
  ///   another version than `Schema.version`.
  package init(reading path: String) throws(StoreError) {
    self.path = path
    addedTables = []
    do {
      database = try DatabaseQueue(path: path, configuration: .library("hsync.reading", isReadOnly: true))
    } catch {
      throw Library.translated(error, path: path)
    }
    isReadOnly = true
    try requireVersion()
    try requireShape()
  }

  /// Refuses a file that would have to be brought up to date.
  private func requireVersion() throws(StoreError) {
    let version = try fileVersion()
    guard version >= 0 else { throw StoreError.impossible(version, path: path) }
    guard version == Schema.version else {
      throw StoreError(code: .newerVersion, message: "\(path) is of schema \(version), this hsync knows \(Schema.version)", hint: nil)
    }
  }

  /// Refuses a file whose tables aren't those of a library, and watches one with triggers or views of others.
  private func requireShape() throws(StoreError) {
    try read { db in try Library.requireShape(of: db, version: Schema.version, path: path) }
  }

  static func requireShape(of db: Database, version: Int, path: String) throws {
    let difference = try LibraryShape.difference(of: db, version: version)
    if difference.isNone { return }
    if let table = difference.unusable.first {
      throw StoreError(
        code: .damaged, message: "\(path) isn't as hsync makes it: the table \(table) is missing or another",
        hint: "restore a backup: \(.restore); or name another file with \(.library)")
    }
    ConnectionBounds.watch(db)
  }

  /// Reads in one transaction: everything is seen as of one moment. A read within a read is a part of that one.
  ///
  /// Not GRDB's `read`: it sets and resets `PRAGMA query_only` each time, at which SQLite compiles every kept statement anew.
  package func read<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
    do {
      return try database.unsafeReentrantRead { db in
        if db.isInsideTransaction { return try body(db) }
        var result: Result<T, any Error>?
        try db.inTransaction(.deferred) {
          result = Result { try body(db) }
          return .commit
        }
        guard let result else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return try result.get()
      }
    } catch {
      throw Library.translated(error, path: path)
    }
  }

  /// Reads on a connection of its own, so that two threads can read at a time. It sees what is committed.
  func readBeside<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
    do {
      return try DatabaseQueue(path: path, configuration: .library("hsync.beside", isReadOnly: true, waits: 10)).read(body)
    } catch {
      throw Library.translated(error, path: path)
    }
  }

  /// Writes in one immediate transaction: all of it is on the disk when this returns, or nothing of it is when it throws.
  package func write<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
    do { return try database.write(body) } catch { throw Library.translated(error, path: path) }
  }

  /// Does what `body` does in one immediate transaction and takes all of it back.
  func rehearse<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
    do {
      return try database.writeWithoutTransaction { db in
        var result: Result<T, any Error>?
        try db.inTransaction(.immediate) {
          result = Result { try body(db) }
          return .rollback
        }
        guard let result else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return try result.get()
      }
    } catch {
      throw Library.translated(error, path: path)
    }
  }

  /// Called by SQLite while another connection writes: looks again every 2 ms, for 10 s.
  ///
  /// SQLite's own waiting backs off to 100 ms between looks, and could miss the short gaps between an import's transactions for seconds.
  /// - Parameter tries: how often it was called for the same lock.
  /// - Returns: whether to look again.
  private static func waitForTurn(tries: Int) -> Bool {
    usleep(2000)
    return tries < 5000
  }

  /// What an error means that came out of a database.
  static func translated(_ error: any Error, path: String) -> StoreError {
    switch error {
    case let error as StoreError: error
    case let error as DatabaseError: StoreError(error, path: path)
    case is RowDecodingError:
      StoreError(
        code: .damaged, message: "\(path) has a value that its column can't have",
        hint: "see \(.doctor), or restore a backup: \(.restore)")
    default: StoreError(code: .unexpected, message: "\(type(of: error)) on \(path)", hint: nil)
    }
  }
}
