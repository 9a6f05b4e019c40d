import BulkSQL
import Files
import GRDB
import Glibc
import HealthModel

/// A catalogue under construction, in a file beside the one in use, which it replaces at the end. Whatever happens before, the old one stays.
struct NewCatalogue {
  /// The path of the catalogue in use.
  let path: String
  private let lock: Int32

  /// Begins. Leftovers of an import that was killed are removed.
  ///
  /// - Throws: `.busy` while another import runs; `.notWritten`.
  init(_ path: String) throws(CatalogueError) {
    self.path = path
    lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw .notWritten(path, NewCatalogue.reason) }
    guard takeLock(of: lock, LOCK_EX | LOCK_NB) else {
      close(lock)
      throw CatalogueError(.busy, "another import into \(path) is running", hint: "wait until it is done")
    }
    removeFiles()
  }

  /// Makes the new file and replaces the old one with it.
  ///
  /// - Parameters:
  ///   - copiesOld: Whether it begins as a copy of the old one.
  ///   - isInterrupted: Polled; once it is true, this ends with `CancellationError`.
  ///   - build: Fills the database. The second argument is the path of a file for intermediate rows, which is removed at the end.
  /// - Throws: `CatalogueError`, `CancellationError`. Nothing is changed then.
  func make<T>(copiesOld: Bool, isInterrupted: @escaping () -> Bool, _ build: (Database, String) throws -> T) throws -> T {
    defer {
      removeFiles()
      close(lock)
    }
    do {
      if copiesOld { try copy() }
      SQLiteSetup.apply()
      let queue = try DatabaseQueue(path: path + ".new", configuration: NewCatalogue.configuration)
      let stop = QueryStop(isRaised: isInterrupted)
      let result = try queue.inDatabase { db in try stop.watch(db) { try build(db, path + ".rows") } }
      try queue.close()
      if isInterrupted() { throw CancellationError() }
      try replace()
      return result
    } catch let error as DatabaseError {
      if error.resultCode == .SQLITE_INTERRUPT { throw CancellationError() }
      throw CatalogueError.notWritten(path, error.message ?? "SQLite reports \(error.resultCode)")
    }
  }

  /// Without a journal: a file that isn't finished is thrown away.
  private static var configuration: GRDB.Configuration {
    var configuration = GRDB.Configuration()
    // An import that fails leaves its transaction open in a file that is thrown away.
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { db in
      try db.execute(
        sql: """
          PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
          PRAGMA cache_size = -65536; PRAGMA temp_store = FILE;
          """)
    }
    return configuration
  }

  private func copy() throws(CatalogueError) {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw errno == ENOENT ? .noCatalogue : .notWritten(path, NewCatalogue.reason) }
    defer { close(source) }
    let target = open(path + ".new", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard target >= 0 else { throw .notWritten(path, NewCatalogue.reason) }
    defer { close(target) }
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = chunk.withUnsafeMutableBytes { readPart(of: source, into: $0) }
      if count == 0 { return }
      guard count > 0, writeWhole(chunk[..<count], to: target) else { throw .notWritten(path, NewCatalogue.reason) }
    }
  }

  private func replace() throws(CatalogueError) {
    let descriptor = open(path + ".new", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw .notWritten(path, NewCatalogue.reason) }
    let isFlushed = fsync(descriptor) == 0
    close(descriptor)
    guard isFlushed, rename(path + ".new", path) == 0 else { throw .notWritten(path, NewCatalogue.reason) }
    let slash = path.lastIndex(of: "/")
    let folder = open(slash.map { String(path[..<$0]) + "/" } ?? ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    _ = fsync(folder)
    close(folder)
  }

  private func removeFiles() {
    for suffix in [".new", ".new-journal", ".rows", ".rows-journal"] { unlink(path + suffix) }
  }

  private static var reason: String { String(cString: strerror(errno)).lowercased() }
}
