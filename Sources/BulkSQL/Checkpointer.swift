import GRDB
import GRDBSQLite
import Synchronization

/// Copies the log of a database in WAL mode into its file on a connection of its own, so that a commit needn't wait for it.
///
/// SQLite itself makes a checkpoint within the commit that finds 1,000 pages in the log, and that commit waits until they are written to their
/// places in the file and synced. Here a few pages at a time are copied while others go on writing. For as long as somebody writes there are
/// always some more; so that the log starts anew nevertheless, the commit that finds 1,000 pages in it copies the last of them.
package final class Checkpointer: Sendable {
  private let path: String
  private let work = Mutex(Work())

  private struct Work {
    /// The connection, while it is open.
    var queue: DatabaseQueue?
    var isCopying = false
    /// Pages of the log that are in the file.
    var copied = 0
  }

  /// Pages that are copied at a time: 400 KB. Commits wait for the disk while it syncs them; with 100 the slowest hundredth of commits took
  /// half as long as with 1,000.
  private static let step = 100
  /// Pages in the log at which a commit copies the rest: 4 MB, SQLite's own number.
  private static let pages = 1000

  /// One for the database in a file. Until it is opened, commits copy the log themselves, as SQLite does.
  package init(path: String) { self.path = path }

  /// Opens its connection, while the file is surely that of the writer and there are descriptors left.
  ///
  /// - Throws: `DatabaseError` when the file can't be opened.
  package func open() throws {
    try work.withLock { work in
      guard work.queue == nil else { return }
      var configuration = Configuration()
      configuration.label = "checkpoints"
      work.queue = try DatabaseQueue(path: path, configuration: configuration)
    }
  }

  /// Makes the checkpoints of a connection's commits from now on, in the place of SQLite. It must outlive the connection.
  package func serve(_ writer: Database) {
    guard let connection = writer.sqliteConnection else { return }
    sqlite3_wal_hook(
      connection,
      { context, connection, name, pages in
        guard let context, let connection else { return SQLITE_OK }
        if Unmanaged<Checkpointer>.fromOpaque(context).takeUnretainedValue().leavesCopying(of: Int(pages)) {
          // Best effort: one of the next commits tries again.
          sqlite3_wal_checkpoint_v2(connection, name, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        }
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Waits for a checkpoint that runs, and closes the connection: commits make their checkpoints themselves from now on.
  package func close() {
    let queue = work.withLock { $0.queue.take() }
    try? queue?.close()
  }

  /// Whether a commit has to copy the log itself, in which there are so many pages after it.
  private func leavesCopying(of pages: Int) -> Bool {
    work.withLock { work in
      // The log has started anew.
      if pages < work.copied { work.copied = 0 }
      if work.isCopying { return false }
      if pages >= Checkpointer.pages { return true }
      if pages - work.copied >= Checkpointer.step, let queue = work.queue {
        work.isCopying = true
        queue.asyncWriteWithoutTransaction { [self] db in copy(db) }
      }
      return false
    }
  }

  private func copy(_ db: Database) {
    let copied = try? db.checkpoint(.passive).checkpointedFrameCount
    work.withLock { work in
      work.isCopying = false
      work.copied = copied ?? 0
    }
  }
}
