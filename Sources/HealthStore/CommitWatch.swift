import GRDB
import Synchronization

/// Notices that something was committed to a library's file, by whichever process, this one included.
///
/// It has a connection of its own, closed with it: SQLite's `data_version` counts the commits of all others.
package final class CommitWatch: Sendable {
  private let library: Library
  private let last: Mutex<Int64>

  /// Begins now: what was committed before doesn't count.
  ///
  /// - Throws: `StoreError`, as `Library(reading:)`.
  package init(_ path: String) throws(StoreError) {
    library = try Library(reading: path)
    last = Mutex(try CommitWatch.version(of: library))
  }

  /// Whether anything was committed since the last look. Takes some 30 µs.
  ///
  /// - Throws: `StoreError` when the file can't be read.
  package func hasChanged() throws(StoreError) -> Bool {
    let now = try CommitWatch.version(of: library)
    return last.withLock { last in
      defer { last = now }
      return last != now
    }
  }

  private static func version(of library: Library) throws(StoreError) -> Int64 {
    try library.read { db in try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0 }
  }
}
