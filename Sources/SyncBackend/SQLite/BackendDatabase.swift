import BulkSQL
import Dispatch
import Files
import FoundationEssentials
import GRDB
import Glibc
import HealthModel

/// The backend's one file, `backend.db` in its data folder: opened, checked and brought up to date.
package final class BackendDatabase: Sendable {
  /// Readers beside the one writer, in WAL mode.
  let pool: DatabasePool
  /// The queue for requests that write.
  let commits: CommitQueue
  /// The data folder as given.
  package let folder: String
  /// The identity of the file, independent of its name.
  private let identity: FileIdentity?
  /// Some of the disk, kept for when it is full.
  let reserve: DiskReserve
  /// Brings the log into the file beside the writer.
  private let checkpointer: Checkpointer

  /// Opens the file in `folder`.
  ///
  /// - Parameter makesFolder: whether a folder (mode 0700) and a file (0600) that aren't there are made; else their absence is an error.
  package init(folder: String, makesFolder: Bool) throws(BackendError) {
    self.folder = folder
    reserve = DiskReserve(folder: folder)
    let file = folder + "/backend.db"
    if makesFolder {
      try BackendDatabase.make(folder: folder, file: file)
    } else if access(file, F_OK) != 0 {
      throw BackendError(
        .noBackend, "no backend in \(folder)", hint: "hsync-backend user add NAME --data \(folder)")
    }
    guard access(file, R_OK | W_OK) == 0, access(folder, W_OK | X_OK) == 0 else {
      throw BackendError(
        .folderUnusable, "\(file) can't be written by this user", hint: "run as the folder's owner: ls -ld \(folder)", kind: .noPermission)
    }
    do {
      checkpointer = Checkpointer(path: file)
      pool = try BackendDatabase.open(file, checkpointer)
      commits = CommitQueue(pool)
      identity = FileIdentity(file)
    } catch let error as BackendError {
      throw error
    } catch {
      throw BackendError(opening: file, error)
    }
  }

  /// Returns the time at which the server last ran, by its own clock; `nil` = never.
  func lastServedMs() throws(BackendError) -> Int64? { try reading(lastSeenMs) }

  /// The same, in the caller's transaction.
  func lastSeenMs(_ db: Database) throws -> Int64? {
    if let noted = try Int64.fetchOne(db, sql: "SELECT seen_ms FROM server") { return noted }
    // A file that was last served by a version that didn't note it.
    return try Int64.fetchOne(
      db, sql: "SELECT max(ms) FROM (SELECT max(now_ms) AS ms FROM owner WHERE now_ms > 0 UNION ALL SELECT max(seen_at_ms) FROM device)")
  }

  /// Prepares the database at the start of the server: a new epoch, and old deletions removed.
  func beginServing(nowMs: Int64, limits: BackendLimits) throws(BackendError) {
    reserve.fill()
    openReaders()
    do {
      try checkpointer.open()
      try pool.write { db in
        try BackendDatabase.note(nowMs, db)
        try Epochs.begin(db)
        try Tombstones.purge(db, beforeMs: nowMs - limits.tombstonesMs)
        try SQLiteEvents.purge(db, beforeMs: nowMs - limits.eventsMs)
      }
    } catch {
      throw BackendError(opening: folder + "/backend.db", error)
    }
  }

  /// Brings the log into the file, so that a stopped server's data is one file to copy, and closes it.
  ///
  /// Best effort: what stays in the log is read from there at the next start.
  ///
  /// - Parameter nowMs: the time, of a server that ends.
  func close(nowMs: Int64? = nil) {
    if let nowMs { _ = try? pool.write { db in try BackendDatabase.note(nowMs, db) } }
    checkpointer.close()
    // The last connection to close removes the log, which a reader can't.
    pool.releaseMemory()
    _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    try? pool.close()
  }

  /// Throws unless a write would be taken: makes one and takes it back, which costs no fsync.
  func checkWritable() async throws {
    try await pool.writeWithoutTransaction { db in
      try db.inTransaction(.immediate) {
        try db.execute(sql: "INSERT INTO owner(id, name, created_at_ms) VALUES ('', '', 0)")
        return .rollback
      }
    }
  }

  /// Whether the file is still where a restart would look for it.
  var isInPlace: Bool { identity == nil || FileIdentity(folder + "/backend.db") == identity }

  /// Opens all readers now: later there may be no descriptors left.
  private func openReaders() {
    let count = pool.configuration.maximumReaderCount
    let arrived = DispatchSemaphore(value: 0)
    let mayGo = DispatchSemaphore(value: 0)
    for _ in 0..<count {
      pool.asyncRead { _ in
        arrived.signal()
        mayGo.wait()
      }
    }
    for _ in 0..<count { arrived.wait() }
    for _ in 0..<count { mayGo.signal() }
  }

  private static func note(_ nowMs: Int64, _ db: Database) throws {
    try db.execute(sql: "INSERT INTO server(one, seen_ms) VALUES (1, ?1) ON CONFLICT DO UPDATE SET seen_ms = ?1", arguments: [nowMs])
  }

  /// Makes the folder readable by its owner alone; one that exists keeps its rights.
  private static func make(folder: String, file: String) throws(BackendError) {
    if access(folder, F_OK) != 0 {
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      } catch {
        throw BackendError(.folderUnusable, "can't create the folder \(folder)", hint: "choose another one with --data DIR")
      }
    }
    // SQLite gives its -wal and -shm files the rights of this one.
    let descriptor = Glibc.open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let kind: ErrorKind = errno == EACCES || errno == EPERM || errno == EROFS ? .noPermission : .cantCreate
      throw BackendError(
        .folderUnusable, "can't write \(file): \(String(cString: strerror(errno)))", hint: "choose another folder with --data DIR",
        kind: kind)
    }
    fchmod(descriptor, 0o600)
    Glibc.close(descriptor)
  }

  private static func open(_ file: String, _ checkpointer: Checkpointer) throws -> DatabasePool {
    var configuration = Configuration()
    configuration.label = "backend"
    // `user add` and the server write to the same file.
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { db in
      // In KiB. Readers go through pages once; there are several of them, and each would fill a cache of its own.
      try db.execute(sql: "PRAGMA cache_size = \(db.configuration.readonly ? -2000 : -16000)")
      // Without files of its own: there may be no descriptors left.
      try db.execute(sql: "PRAGMA temp_store = MEMORY")
      if !db.configuration.readonly { checkpointer.serve(db) }
    }
    let pool = try DatabasePool(path: file, configuration: configuration)
    let migrator = BackendSchema.migrator
    try pool.writeWithoutTransaction { db in
      // GRDB sets NORMAL, which may lose what was answered when the power fails.
      try db.execute(sql: "PRAGMA synchronous = FULL")
      let owner = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
      let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0
      guard owner == BackendSchema.applicationID || (owner == 0 && isEmpty) else {
        throw BackendError(.notOurDatabase, "\(file) belongs to another program", hint: "choose another folder with --data DIR")
      }
      if try migrator.hasBeenSuperseded(db) {
        throw BackendError(.newerDatabase, "\(file) is of a newer hsync-backend", hint: "update hsync-backend")
      }
    }
    try migrator.migrate(pool)
    return pool
  }
}

extension BackendError {
  /// The error for a failure of SQLite to open the file or to run a command on it.
  init(opening file: String, _ error: any Error) {
    guard let error = error as? DatabaseError else {
      self.init(.storage, "can't open \(file): \(error)")
      return
    }
    switch error.resultCode {
    case .SQLITE_NOTADB, .SQLITE_CORRUPT:
      self.init(
        .notOurDatabase, "\(file) is damaged or no database", hint: "restore a backup, or see: sqlite3 \(file) 'PRAGMA integrity_check'")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self.init(.busy, "\(file) is being written by another program", hint: "try again in a moment")
    case .SQLITE_FULL:
      self.init(.storage, "the disk of \(file) is full: nothing was changed", hint: "free some space: df \(file)")
    case .SQLITE_CONSTRAINT where error.extendedResultCode == .SQLITE_CONSTRAINT_TRIGGER:
      self = .moved(folder: String(file.dropLast("/backend.db".count)))
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_CANTOPEN:
      self.init(.folderUnusable, "\(file) can't be written", hint: "look at the rights of the folder", kind: .noPermission)
    default:
      self.init(.storage, "\(file): \(error.message ?? error.resultCode.description)")
    }
  }
}
