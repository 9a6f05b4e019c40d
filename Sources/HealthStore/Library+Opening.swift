import GRDB
import Glibc
import HealthModel

/// Opening a library: its file is made if there is none, and brought to the version of this program.
extension Library {
  /// Looks at the version and does nothing more to a file that is up to date: opening one is most of what a short command costs.
  func bringUpToDate() throws(StoreError) {
    var version = try checkedVersion()
    guard version >= 0 else { throw StoreError.impossible(version, path: path) }
    while version < Schema.version {
      do {
        try turnToWAL()
        try Schema.migrate(database)
      } catch {
        // Another process may have migrated at the same time.
        let now = try checkedVersion()
        guard now > version else { throw Library.translated(error, path: path) }
        version = now
        continue
      }
      let reached = try checkedVersion()
      // The migrations say that they are done, the file's version doesn't.
      guard reached > version else { throw StoreError.impossible(version, path: path) }
      version = reached
    }
    guard version == Schema.version else { throw StoreError.newer(version, path: path) }
  }

  /// The file's version. The schema of an older file must be that of its version, which is looked at in the same transaction: another process may be
  /// migrating the file, and later versions have other tables.
  private func checkedVersion() throws(StoreError) -> Int {
    try read { db in
      let version = try Library.version(in: db, path: path)
      // A version of 0 is an empty file, or what a process killed in its first migration left.
      if version > 0, version < Schema.version { try Library.requireShape(of: db, version: version, path: path) }
      return version
    }
  }

  /// Gives the file a write-ahead log, which it keeps for ever; no migration can do it, for they are transactions.
  ///
  /// SQLite doesn't wait where each of two connections has begun this on a new file, for one has to let go: it is tried again, for 10 s.
  private func turnToWAL() throws {
    let deadline = ContinuousClock.now + .seconds(10)
    while true {
      do {
        return try database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = WAL") }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < deadline {
        usleep(2000)
      }
    }
  }

  /// The file's schema version, 0 for an empty file.
  /// - Throws: kind `.badData` if it is another program's database.
  func fileVersion() throws(StoreError) -> Int { try read { db in try Library.version(in: db, path: path) } }

  /// The same of any open database.
  static func version(in db: Database, path: String) throws -> Int {
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    if application == Schema.applicationID {
      if version > 0 { return version }
      // Tables come with their version, in one transaction.
      let hasTables = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'sync_state')") ?? false
      guard !hasTables else { throw StoreError.impossible(version, path: path) }
      return version
    }
    // An empty file is ours to fill; grdb_migrations alone is what a process killed in its first migration left.
    let others = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema WHERE tbl_name <> 'grdb_migrations'") ?? 0
    guard application == 0, version == 0, others == 0 else {
      throw StoreError(
        code: .notALibrary, message: "\(path) is another program's database", hint: "name another file with \(.library)")
    }
    return 0
  }

  /// Makes an empty file of rights 0600 if there is none; SQLite gives `-wal` and `-shm` the rights of the file.
  ///
  /// A file that exists isn't opened here: closing any descriptor of it would drop the locks of this process' other connections.
  static func makeFile(at path: String, makesFolder: Bool) throws(StoreError) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else {
        throw StoreError(code: .cantOpen, message: "\(path) is a folder", hint: "name a file with \(.library)")
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw StoreError(
          code: .notALibrary, message: "\(path) is a pipe, socket or device, not a file", hint: "name a file with \(.library)")
      }
      guard access(path, R_OK) == 0 else { throw systemError(errno, "can't read \(path)") }
      return
    }
    if makesFolder, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try makeFolder(at: String(path[..<slash]))
    }
    let descriptor = open(path, O_CREAT | O_RDWR | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0 {
      let number = errno
      // Made by another process meanwhile; a link that leads nowhere isn't followed.
      if number == EEXIST, stat(path, &status) == 0 { return }
      if number == EEXIST {
        throw StoreError(
          code: .cantOpen, message: "\(path) is a broken link", hint: "remove it, or name another file with \(.library)")
      }
      throw systemError(number, "can't make \(path)")
    }
    Glibc.close(descriptor)
  }

  /// Creates a folder and its parents, with the mode 0700 required by the XDG specification. An existing one isn't
  /// changed.
  private static func makeFolder(at path: String) throws(StoreError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      throw systemError(errno, "can't create the folder \(path)")
    }
    try makeFolder(at: String(path[..<slash]))
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw systemError(errno, "can't create the folder \(path)") }
  }

  private static func systemError(_ number: Int32, _ what: String) -> StoreError {
    let reason = String(cString: strerror(number))
    return switch number {
    case EACCES, EPERM, EROFS:
      StoreError(
        code: .noPermission, message: "\(what): \(reason)", hint: "check the folder's permissions, or name another file with \(.library)")
    case ENOSPC, EDQUOT:
      StoreError(code: .diskFull, message: "\(what): the disk is full", hint: "free some space, then try again")
    case ENOENT:
      StoreError(code: .cantOpen, message: "\(what): no such folder", hint: "create the folder first, or check the path")
    default:
      StoreError(code: .cantOpen, message: "\(what): \(reason)", hint: nil)
    }
  }
}
