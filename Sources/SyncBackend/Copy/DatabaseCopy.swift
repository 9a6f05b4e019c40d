import GRDB
import Postgres

/// Copies the data of a PostgreSQL database to a folder without users, the way back from `FolderCopy` and with the same guarantees.
///
/// From its beginning, servers of the database answer 503 (`PostgresMoveMark`), and devices wait. Writes that were under way end before the snapshot
/// that is copied is taken, or are refused after it. All rows arrive in one transaction of the folder's file. Cursors stay valid: the epochs that the
/// database has given out end where its owners' counters are, and the file opens its own.
package struct DatabaseCopy {
  private let address: PostgresAddress
  private let connection: PostgresConnection
  private let osUser: String

  /// The first key of the lock that a copy holds: "copy" in ASCII. The second is the schema's, as a database may have several.
  private static let lockKey = 0x636F_7079
  /// Tables that requests and commands write.
  private static let tables = "owner, user_name, token, refresh_token, rec, device, owner_epoch, event"

  /// A copy of the data in the database with that connection URI. `osUser`: who is noted in the audit. `now`: milliseconds since 1970.
  package init(from text: String, osUser: String = OSUser.name, now: @escaping @Sendable () -> Int64) throws(BackendError) {
    self.osUser = osUser
    // Brings the tables up to date, as for a server.
    _ = try PostgresDatabase(text, connections: 1, now: now)
    (address, connection) = try BackendError.telling {
      let address = try PostgresAddress(text)
      // A lock may be waited for, and a batch for the disk.
      let connection = try PostgresConnection(address, exchangeMs: 300_000)
      try connection.run("SELECT set_config('lock_timeout', '60000', false), set_config('statement_timeout', '300000', false)")
      let takeLock = "SELECT pg_try_advisory_lock(\(DatabaseCopy.lockKey), hashtext(current_schema()))"
      guard try connection.run(takeLock).integer(0, 0) == 1 else {
        throw BackendError(.busy, "the database is being copied already", hint: "wait for that copy to end")
      }
      return (address, connection)
    }
  }

  /// Copies everything to a folder, which is made when it isn't there, and leaves the database closed to requests. If it fails, the database is as
  /// it was, and the folder without users.
  ///
  /// - Parameters:
  ///   - folder: no server may run there.
  ///   - nowMs: milliseconds since 1970.
  ///   - onProgress: called now and then with what was copied, and with what there is.
  /// - Returns: what was copied.
  package func run(
    to folder: String, nowMs: Int64, onProgress: (_ copied: CopyCounts, _ total: CopyCounts) -> Void = { _, _ in }
  ) throws(BackendError) -> CopyCounts {
    let target = try BackendDatabase(folder: folder, makesFolder: true)
    // The folder then has one file, without a log.
    defer { target.close() }
    let lock = try ServingLock(folder: folder)
    defer { withExtendedLifetime(lock) {} }
    // Before anything is closed.
    guard try target.reading({ db in try Bool.fetchOne(db, sql: "SELECT EXISTS(SELECT 1 FROM owner)") }) == false else {
      throw BackendError.folderNotEmpty
    }
    let wasOpen = try BackendError.telling { try connection.run("SELECT \(PostgresMoveMark.isSet)").integer(0, 0) != 1 }
    try mark(.copy, isMoved: true, nowMs: nowMs, on: connection)
    do {
      return try target.telling { try copyAll(to: target, onProgress: onProgress) }
    } catch {
      if connection.isInTransaction { _ = try? connection.run("ROLLBACK") }
      // On a connection of its own, as this one may be the reason.
      if wasOpen { _ = try? PostgresMoveMark.set(false, nowMs: nowMs, PostgresConnection(address)) }
      throw error
    }
  }

  /// Takes back that the data have moved: the database can be served again. `nowMs`: milliseconds since 1970.
  package func reopen(nowMs: Int64) throws(BackendError) { try mark(.copyReopen, isMoved: false, nowMs: nowMs, on: connection) }

  // MARK: -

  private func mark(_ command: AuditedCommand, isMoved: Bool, nowMs: Int64, on connection: PostgresConnection) throws(BackendError) {
    try BackendError.telling {
      try connection.transaction {
        try PostgresMoveMark.set(isMoved, nowMs: nowMs, connection)
        try PostgresAudit.add(command.record(of: nil, by: osUser, atMs: nowMs), connection)
      }
    }
  }

  private func copyAll(
    to target: BackendDatabase, onProgress: (_ copied: CopyCounts, _ total: CopyCounts) -> Void
  ) throws -> CopyCounts {
    do {
      try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ")
      // The snapshot is taken after it: writes that hold a lock are waited for and seen, later ones find the mark.
      try connection.run("LOCK TABLE \(DatabaseCopy.tables) IN EXCLUSIVE MODE")
      let counts = try target.pool.write { db in
        try PostgresCopyReader(connection).copy(to: SQLiteCopyWriter(db), onProgress: onProgress)
      }
      // It has only read.
      _ = try? connection.run("COMMIT")
      return counts
    } catch let error as PostgresError {
      throw BackendError(error)
    }
  }
}
