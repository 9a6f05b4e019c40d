import GRDB

/// Counts the commits to a library's file, by whichever process, this one included.
///
/// It has a connection of its own, closed with it: SQLite's `data_version` counts the commits of all others.
package final class CommitWatch: Sendable {
  private let library: Library

  /// Opens the file.
  ///
  /// - Throws: `StoreError`, as `Library(reading:)`.
  package init(_ path: String) throws(StoreError) { library = try Library(reading: path) }

  /// A number that is another one after each commit, and the same for as long as there is none. Takes some 10 µs.
  ///
  /// - Throws: `StoreError` when the file can't be read.
  package func number() throws(StoreError) -> Int64 {
    do {
      // Without a transaction: the statement has one of its own.
      return try library.database.unsafeRead { db in try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0 }
    } catch {
      throw Library.translated(error, path: library.path)
    }
  }
}
