import BulkSQL
import GRDB
import Glibc
import HealthModel

/// The user's data: one SQLite file, open.
///
/// Any number of programs may have the file open at once (WAL: readers never wait; a writer waits up to 10 s for
/// another). Committed data is on the disk (`synchronous = FULL`).
package final class Library: Sendable {
  /// The file's path as it was given.
  package let path: String
  /// Whether the file may only be read: every write then fails with kind `.noPermission`.
  package let isReadOnly: Bool
  /// The connection, or the pool of them. Errors of GRDB pass through it as they are; `read` and `write` translate them.
  package let database: any DatabaseWriter
  /// Whether the closed connection stays when the library goes: see `init`.
  private let endsWithProcess: Bool
  /// Whether the file has triggers or views of others, and the bounds are for each access: a server's connections live for long.
  private let isWatched: Bool
  /// Whether each transaction looks at the file's version: a server's connections outlive an update by another program.
  private let isLongLived: Bool
  /// The kinds of records that have a table in it.
  package var tables: [SyncedTable] { SyncedTable.all + addedTables }
  private let addedTables: [SyncedTable]

  /// Opens the library at `path`; creates it if there is none, and migrates an older one to `Schema.version`.
  ///
  /// A new file has the mode 0600, as do its `-wal` and `-shm`. An existing file keeps its mode. A file that isn't
  /// writable is opened read-only, if it is of this version.
  /// - Parameters:
  ///   - makesFolder: whether a missing folder is created, with its parents, as 0700. Right for the default path; for a
  ///     path given by the user, `false` is what sqlite3 does, and catches a mistyped path.
  ///   - endsWithProcess: for short-lived programs: the closed connection's queue is left to the system. To end it,
  ///     libdispatch starts a thread, which costs a short command more than the memory of the connection.
  ///   - tables: additional kinds of records in this library besides `SyncedTable.all`. The caller creates their tables
  ///     and triggers.
  /// - Throws: kind `.cantCreate`, `.noPermission`, `.badData` (not a library, damaged), `.configuration` (of a newer version), `.io`
  ///   or `.tryAgain`.
  package init(
    at path: String, makesFolder: Bool = true, endsWithProcess: Bool = false, adding tables: [SyncedTable] = []
  ) throws(StoreError) {
    self.path = path
    self.endsWithProcess = endsWithProcess
    isWatched = false
    isLongLived = false
    addedTables = tables
    try Library.makeFile(at: path, makesFolder: makesFolder)
    try FileTrust().check(library: path)
    do {
      (database, isReadOnly) = try Library.opened(path, Library.configuration(endsWithProcess: endsWithProcess))
    } catch {
      throw Library.translated(error, path: path)
    }
    if isReadOnly { try requireVersion() } else { try bringUpToDate() }
    try requireShape()
  }

  /// Opens the library at `path` as the other does, for a process with several threads: so many reads go on at a time, beside one write, each on
  /// a connection of its own. A further read waits for one of them to end.
  ///
  /// A file that may only be read has one connection all the same.
  /// Each transaction fails with kind `.configuration` once another program has brought the file to a newer version.
  /// - Parameters:
  ///   - readers: at least 1.
  ///   - patienceMs: milliseconds for which a write waits for another program's.
  /// - Throws: as the other.
  package init(at path: String, makesFolder: Bool = true, readers: Int, patienceMs: Int = 10_000) throws(StoreError) {
    // Makes, checks and migrates the file on one connection: a pool would turn another program's database to WAL before it can be looked at.
    let first = try Library(at: path, makesFolder: makesFolder)
    self.path = path
    endsWithProcess = false
    addedTables = []
    isLongLived = true
    isReadOnly = first.isReadOnly
    isWatched = try first.read { db in try !LibraryShape.difference(of: db, version: Schema.version).isNone }
    var configuration = Library.configuration(patienceMs: patienceMs)
    configuration.maximumReaderCount = readers
    do {
      if isReadOnly {
        database = try Library.opened(path, configuration).database
      } else {
        database = try DatabasePool(path: path, configuration: configuration)
        // GRDB sets NORMAL, which may lose what was said to be stored when the power fails.
        try database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
      }
    } catch {
      throw Library.translated(error, path: path)
    }
  }

  private static func configuration(patienceMs: Int = 10_000, endsWithProcess: Bool = false) -> Configuration {
    var configuration = Configuration.library("hsync.library", endsWithProcess: endsWithProcess)
    configuration.busyMode = .callback { tries in waitForTurn(tries: tries, patienceMs: patienceMs) }
    configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
    return configuration
  }

  /// The connection, and whether it is one that only reads, because nothing else is allowed.
  private static func opened(_ path: String, _ configuration: Configuration) throws -> (database: DatabaseQueue, isReadOnly: Bool) {
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

  deinit {
    try? close()
    if endsWithProcess { _ = Unmanaged.passRetained(database as AnyObject) }
  }

  /// Closes the file, when all that is being read and written is through. Every access fails from then on; closing again does nothing.
  ///
  /// With a pool, no other thread may begin an access meanwhile (`SharedLibrary` sees to that).
  /// - Throws: kind `.io` when SQLite can't.
  package func close() throws(StoreError) {
    do {
      // The connection that writes is to be the last one, for that takes the log into the file.
      (database as? DatabasePool)?.invalidateReadOnlyConnections()
      try database.close()
    } catch {
      throw Library.translated(error, path: path)
    }
  }

  /// Opens an existing, up-to-date library read-only: nothing is created or migrated, and locks aren't waited for.
  ///
  /// - Throws: kind `.cantCreate` or `.noPermission` when it can't be opened, `.badData` when it isn't a library, `.configuration` when it is of
  ///   another version than `Schema.version`.
  /// - Parameter endsWithProcess: as in the other initializer.
  package init(reading path: String, endsWithProcess: Bool = false) throws(StoreError) {
    self.path = path
    addedTables = []
    self.endsWithProcess = endsWithProcess
    isWatched = false
    isLongLived = false
    do {
      database = try DatabaseQueue(path: path, configuration: .library("hsync.reading", isReadOnly: true, endsWithProcess: endsWithProcess))
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
      throw StoreError(code: .newerVersion, message: "\(path) is of schema \(version), this hsync supports \(Schema.version)", hint: nil)
    }
  }

  /// Refuses a file that another program brought to a newer version.
  private func requireVersion(of db: Database) throws {
    let version = try Int.fetchOne(db.cachedStatement(sql: "PRAGMA user_version")) ?? 0
    if version > Schema.version { throw StoreError.newer(version, path: path) }
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
        code: .damaged, message: "\(path) doesn't have hsync's schema: the table \(table) is missing or different",
        hint: "restore a backup: \(.restore); or name another file with \(.library)")
    }
    ConnectionBounds.watch(db)
  }

  /// Reads in one transaction, with a consistent snapshot. A nested read is a part of the outer one.
  ///
  /// Not GRDB's `read`: it sets and resets `PRAGMA query_only` each time, which makes SQLite recompile every cached
  /// statement.
  package func read<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
    do { return try database.unsafeReentrantRead { db in try reading(db, body) } } catch { throw Library.translated(error, path: path) }
  }

  /// The same on the writing connection, for information that SQLite gives per connection.
  func readWhereWritten<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
    do { return try database.unsafeReentrantWrite { db in try reading(db, body) } } catch { throw Library.translated(error, path: path) }
  }

  private func reading<T>(_ db: Database, _ body: (Database) throws -> T) throws -> T {
    if db.isInsideTransaction { return try body(db) }
    return try transaction(db, .deferred, endingIn: .commit, body)
  }

  /// Reads on a connection of its own, so that two threads can read at a time. It sees only committed data.
  func readBeside<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
    do {
      return try DatabaseQueue(path: path, configuration: .library("hsync.beside", isReadOnly: true, waits: 10)).read(body)
    } catch {
      throw Library.translated(error, path: path)
    }
  }

  /// Writes in one immediate transaction: all of it is on the disk when this returns, or nothing of it is when it throws.
  package func write<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
    do {
      return try database.writeWithoutTransaction { db in try transaction(db, nil, endingIn: .commit, body) }
    } catch {
      throw Library.translated(error, path: path)
    }
  }

  /// Does what `body` does in one immediate transaction and takes all of it back.
  func rehearse<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
    do {
      return try database.writeWithoutTransaction { db in try transaction(db, .immediate, endingIn: .rollback, body) }
    } catch {
      throw Library.translated(error, path: path)
    }
  }

  /// Does `body` in one transaction, bounded where the file has triggers or views of others. An error takes all of it back.
  private func transaction<T>(
    _ db: Database, _ kind: Database.TransactionKind?, endingIn end: Database.TransactionCompletion, _ body: (Database) throws -> T
  ) throws -> T {
    var result: T?
    func run() throws {
      try db.inTransaction(kind) {
        if isLongLived { try requireVersion(of: db) }
        result = try body(db)
        return end
      }
    }
    if isWatched { try ConnectionBounds.watched(db, run) } else { try run() }
    guard let result else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
    return result
  }

  /// Called by SQLite while another connection writes: looks again every 2 ms. It sleeps on the thread of the write, which the reads of
  /// a pool don't need.
  ///
  /// SQLite's own waiting backs off to 100 ms between looks, and could miss the short gaps between an import's transactions for seconds.
  /// - Parameter tries: how often it was called for the same lock.
  /// - Returns: whether to look again.
  private static func waitForTurn(tries: Int, patienceMs: Int) -> Bool {
    usleep(2000)
    return tries < patienceMs / 2
  }

  /// Returns the `StoreError` for an error of a database.
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
