import GRDB
import Postgres

/// Copies the data of a folder to an empty PostgreSQL database, so that servers can go on there: users, tokens' hashes, records, the ledger of
/// pushes, epochs, events and the audit.
///
/// While it runs, nothing is written to the folder (`MoveMark`): a running server answers 503, and devices wait. All rows arrive in one transaction,
/// so that a copy that is interrupted leaves the database empty, and is simply begun anew. Cursors stay valid: the folder's epochs end where
/// its owners' counters are, and the first push opens the database's own.
package struct FolderCopy: Sendable {
  private let source: BackendDatabase
  private let folder: String
  private let osUser: String

  /// A copy of the data in `folder`. `osUser`: who is noted in the audit.
  package init(from folder: String, osUser: String = OSUser.name) throws(BackendError) {
    self.folder = folder
    self.osUser = osUser
    do {
      source = try BackendDatabase(folder: folder, makesFolder: false)
    } catch {
      guard error.code == .noBackend else { throw error }
      throw BackendError(.noBackend, error.message, hint: "--from takes the folder with the file backend.db, or a database's address")
    }
  }

  /// Copies everything to the database with that connection URI, and leaves the folder closed to requests. If it fails, the folder is as it was.
  ///
  /// - Parameters:
  ///   - address: the connection URI.
  ///   - now: milliseconds since 1970.
  ///   - onProgress: called now and then with what was copied, and with what there is.
  /// - Returns: what was copied.
  package func run(
    to address: String, now: @escaping @Sendable () -> Int64, onProgress: (_ copied: CopyCounts, _ total: CopyCounts) -> Void = { _, _ in }
  ) throws(BackendError) -> CopyCounts {
    let lock = try ServingLock(folder: folder, for: .copy)
    defer { withExtendedLifetime(lock) {} }
    let target = try PostgresCopyWriter(address, nowMs: now())
    let wasOpen = try source.reading { db in try !MoveMark.isSet(db) }
    try mark(.copy, nowMs: now()) { db in try MoveMark.set(db) }
    do {
      return try source.telling { try copyAll(to: target, onProgress: onProgress) }
    } catch {
      if wasOpen { _ = try? source.pool.write { db in try MoveMark.remove(db) } }
      throw error
    }
  }

  /// Takes back that the data have moved: the folder can be served again. `nowMs`: milliseconds since 1970.
  package func reopen(nowMs: Int64) throws(BackendError) {
    let lock = try ServingLock(folder: folder, for: .copy)
    defer { withExtendedLifetime(lock) {} }
    try mark(.copyReopen, nowMs: nowMs) { db in try MoveMark.remove(db) }
  }

  // MARK: -

  private func mark(_ command: AuditedCommand, nowMs: Int64, _ body: (Database) throws -> Void) throws(BackendError) {
    try source.telling {
      try source.pool.write { db in
        try body(db)
        try SQLiteAudit.add(command.record(of: nil, by: osUser, atMs: nowMs), db)
      }
    }
  }

  private func copyAll(
    to target: PostgresCopyWriter, onProgress: (_ copied: CopyCounts, _ total: CopyCounts) -> Void
  ) throws -> CopyCounts {
    do {
      // Nothing is written any more: what is read now is all there is.
      let counts = try source.pool.read { db in
        try SQLiteCopyReader(db, lastSeenMs: source.lastSeenMs(db)).copy(to: target, onProgress: onProgress)
      }
      try target.finish()
      return counts
    } catch let error as PostgresError {
      throw BackendError(error)
    }
  }
}
