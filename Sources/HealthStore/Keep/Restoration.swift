import FoundationEssentials
import GRDB
import Glibc
import HealthModel

/// A backup on its way into a library's place: copied beside it, checked and brought up to date, before anything is replaced.
package struct Restoration: Sendable {
  /// The contents of the backup.
  package let contents: LibraryContents
  /// The backup's modification time, in milliseconds since 1970; `nil` = not known (standard input).
  package let changedAtMs: Int64?

  private let library: String
  private let file: NewFile

  /// The source of a backup.
  package enum Source: Sendable {
    case file(String)
    /// An open stream and what it is called.
    case stream(descriptor: Int32, name: String)
  }

  /// Reads a backup and checks all of it. The library isn't touched.
  ///
  /// - Parameters:
  ///   - library: the path of the library, which may not exist; its folder is created.
  ///   - progress: called with the bytes copied and the total bytes (`nil` = not known); an error from it ends the
  ///     work.
  /// - Throws: `StoreError` of kind `.noInput` (no such file), `.badData` (no library, or a damaged one), `.configuration` (of a newer
  ///   version), `.usage` (it is the library itself), `.cantCreate`, `.noPermission` or `.io`.
  package init(of source: Source, into library: String, progress: @escaping (Int64, Int64?) throws -> Void) throws {
    self.library = library
    let name: String
    switch source {
    case .file(let path):
      name = path
      var status = stat()
      guard stat(path, &status) == 0 else {
        if errno != ENOENT, errno != ENOTDIR { throw StoreError(system: errno, "can't read \(path)") }
        throw StoreError(code: .missing, message: "there is no file \(path)", hint: nil)
      }
      guard !Restoration.areOne(path, library) else {
        throw StoreError(code: .ambiguous, message: "\(path) is the library itself", hint: "name a backup: \(.restore)")
      }
      changedAtMs = Restoration.changedAtMs(status)
    case .stream(_, let stream):
      name = stream
      changedAtMs = nil
    }
    try Restoration.makeFolder(of: library)
    file = try NewFile(for: library)
    try Restoration.fill(file, from: source, progress: progress)
    contents = try Restoration.check(file.path, called: name)
    // An older version is brought up to date here: what fails, fails before anything is replaced.
    let restored = try Library(at: file.path)
    // A browser or a token that was revoked after the backup was made stays revoked.
    try BrowserSessions(restored).forgetAll()
    try AppTokens(restored).forgetAll()
  }

  /// Whether there is a library in its place.
  package var replaces: Bool { access(library, F_OK) == 0 }

  /// Removes what was copied, for a program that ends at once.
  package func abandon() { file.discard() }

  /// The contents of the library that would be replaced; `nil` = there is none, or it is unreadable.
  package var present: LibraryContents? { (try? LibraryFile(library)).flatMap { try? $0.contents() } }

  /// Puts the backup into the library's place. The library as it is now is kept beside it.
  ///
  /// - Returns: the path of the library that was replaced; `nil` = there was none.
  /// - Throws: `StoreError` of kind `.tryAgain` while a sync or an import is running or another program writes, `.io`, and what `progress`
  ///   throws; then the library is as it was.
  package func take(at now: Moment, progress: @escaping (Int64, Int64?) throws -> Void) throws -> String? {
    let locks = try [Restoration.lock(.sync, library, now), Restoration.lock(.importing, library, now)]
    defer { withExtendedLifetime(locks) {} }
    guard replaces else {
      try file.publish(replacing: false)
      return nil
    }
    let kept = Restoration.freeName(library + ".before-restore-" + Restoration.stamp(now))
    do {
      try keepCopy(at: kept, progress: progress)
      do {
        try overwrite(progress)
      } catch {
        unlink(kept)
        throw error
      }
    } catch let error as StoreError where error.code == .notALibrary || error.code == .damaged {
      // Nothing that SQLite could write into, and so nothing that another program could have open.
      try swap(keeping: kept)
    }
    return kept
  }

  /// Copies the library, damaged or not, page by page.
  private func keepCopy(at kept: String, progress: @escaping (Int64, Int64?) throws -> Void) throws {
    let old = try LibraryFile(library)
    let copy = try NewFile(for: kept)
    let target = try LibraryFile(copy.path)
    try target.writeUnguarded()
    try old.copy(into: target) { try progress($0, $1) }
    try target.close()
    try copy.publish(replacing: false)
  }

  /// Replaces the contents of the library by those of the backup, in one transaction: another program that has it open
  /// sees the old or the new contents, and its log is never beside another file.
  private func overwrite(_ progress: @escaping (Int64, Int64?) throws -> Void) throws {
    let backup = try LibraryFile(file.path)
    let target = try LibraryFile(library)
    try target.translating {
      let pageBytes = try target.database.unsafeRead { try Int.fetchOne($0, sql: "PRAGMA page_size") }
      try backup.usePages(of: pageBytes ?? 4096)
      try target.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    }
    try backup.copy(into: target) { try progress($0, $1) }
    // The log is as long as the library now. Others may be reading in it; then it stays for a while.
    _ = try? target.database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    try target.close()
  }

  /// Puts the file of the backup in the place of one that isn't a database, whose own files go with it.
  private func swap(keeping kept: String) throws {
    guard rename(library, kept) == 0 else { throw StoreError(system: errno, "can't keep \(library)") }
    rename(library + "-wal", kept + "-wal")
    unlink(library + "-shm")
    do { try file.publish(replacing: false) } catch {
      rename(kept + "-wal", library + "-wal")
      rename(kept, library)
      throw error
    }
  }
}

// MARK: - The library's place

extension Restoration {
  private static func makeFolder(of library: String) throws {
    let folder = NewFile.folder(of: library)
    guard access(folder, F_OK) != 0 else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StoreError(code: .cantOpen, message: "can't create the folder \(folder)", hint: "check the path")
    }
  }

  private static func lock(_ purpose: LockFile.Purpose, _ library: String, _ now: Moment) throws -> LockFile {
    switch try LockFile.take(purpose, besideLibrary: library, nowMs: now.ms) {
    case .taken(let lock): return lock
    case .held(let sinceMs):
      let since = sinceMs.map { " since \(Moment(ms: $0, utcOffsetMin: now.utcOffsetMin).clock)" } ?? ""
      throw StoreError(
        code: .busy, message: purpose == .sync ? "Syncing...\(since)" : "an import is running\(since)",
        hint: "try again when it has finished")
    }
  }

  /// `20260210-120300`, local time.
  private static func stamp(_ now: Moment) -> String {
    String(now.iso8601.prefix(19).filter { $0 != "-" && $0 != ":" }.map { $0 == "T" ? "-" : $0 })
  }

  /// The name, or with `-2`, `-3` … behind it what isn't taken.
  private static func freeName(_ name: String) -> String {
    var (free, n) = (name, 2)
    while access(free, F_OK) == 0 {
      free = "\(name)-\(n)"
      n += 1
    }
    return free
  }
}

extension LibraryFile {
  /// Makes its pages as large as another file's, without which SQLite can't copy it there. Mostly they are.
  fileprivate func usePages(of bytes: Int) throws {
    try translating {
      try database.writeWithoutTransaction { db in
        guard try Int.fetchOne(db, sql: "PRAGMA page_size") != bytes else { return }
        try db.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA page_size = \(bytes); VACUUM; PRAGMA journal_mode = WAL")
      }
    }
  }
}
