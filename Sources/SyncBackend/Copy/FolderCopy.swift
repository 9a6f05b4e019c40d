import GRDB
import Postgres

/// Copies the data of a folder to an empty PostgreSQL database, so that servers can go on there: users, tokens' hashes, records, the ledger of
/// pushes, epochs and events.
///
/// While it runs, nothing is written to the folder (`MoveMark`): a running server answers 503, and devices wait. All rows arrive in one transaction,
/// so that a copy that is interrupted leaves the database empty, and is simply begun anew. Cursors stay valid: the folder's open epochs end where
/// its owners' counters are, and the first push opens the database's own.
package struct FolderCopy: Sendable {
  private let source: BackendDatabase
  private let folder: String

  /// A copy of the data in `folder`.
  package init(from folder: String) throws(BackendError) {
    self.folder = folder
    source = try BackendDatabase(folder: folder, makesFolder: false)
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
    let target = try CopyTarget(address, nowMs: now())
    let wasOpen = try source.reading { db in try !MoveMark.isSet(db) }
    try source.telling { try source.pool.write { db in try MoveMark.set(db) } }
    do {
      return try source.telling { try copyAll(to: target, onProgress: onProgress) }
    } catch {
      if wasOpen { _ = try? source.pool.write { db in try MoveMark.remove(db) } }
      throw error
    }
  }

  /// Takes back that the data have moved: the folder can be served again.
  package func reopen() throws(BackendError) {
    let lock = try ServingLock(folder: folder, for: .copy)
    defer { withExtendedLifetime(lock) {} }
    try source.telling { try source.pool.write { db in try MoveMark.remove(db) } }
  }

  // MARK: -

  private func copyAll(
    to target: CopyTarget, onProgress: (_ copied: CopyCounts, _ total: CopyCounts) -> Void
  ) throws -> CopyCounts {
    do {
      // Nothing is written any more: what is read now is all there is.
      let counts = try source.pool.read { db in try copy(db, to: target, onProgress: onProgress) }
      try target.finish()
      return counts
    } catch let error as PostgresError {
      throw BackendError(error)
    }
  }

  private func copy(
    _ db: Database, to target: CopyTarget, onProgress: (_ copied: CopyCounts, _ total: CopyCounts) -> Void
  ) throws -> CopyCounts {
    let total = try CopySource.counts(db)
    var copied = CopyCounts()
    if let seenMs = try source.lastSeenMs(db) { try target.note(seenMs: seenMs) }
    for owner in try CopySource.owners(db) {
      try target.add(owner)
      copied.users += 1
      try CopySource.tokens(of: owner, db) { token in
        try target.add(token, of: owner)
        copied.tokens += 1
      }
      try CopySource.devices(of: owner, db) { device in
        try target.add(device, of: owner)
        copied.devices += 1
      }
      for epoch in try CopySource.epochs(of: owner, db) { try target.add(epoch, of: owner) }
      try CopySource.records(of: owner, db) { batch in
        try target.add(batch, of: owner)
        copied.records += batch.count
        onProgress(copied, total)
      }
      try CopySource.events(of: owner, db) { batch in
        try target.add(batch, of: owner)
        copied.events += batch.count
        onProgress(copied, total)
      }
    }
    return copied
  }
}
