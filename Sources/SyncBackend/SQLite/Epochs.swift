import BulkSQL
import GRDB

/// The stretches of history between starts of the server, which make a restored backup visible.
///
/// A cursor is `<epoch>.<seq>`. At each start the open epoch is closed at the owner's `seq` and a new random one opened. A cursor is valid
/// when its epoch is known and its seq isn't beyond where that epoch was closed; one from a history that the file has forgotten isn't.
enum Epochs {
  /// Closes every open epoch and opens a new one, in the caller's transaction.
  static func begin(_ db: Database) throws {
    try db.execute(sql: "UPDATE epoch SET closed_at = (SELECT seq FROM owner WHERE n = epoch.owner) WHERE closed_at IS NULL")
    for owner in try Int64.fetchAll(db, sql: "SELECT n FROM owner") { try open(db, owner: owner) }
  }

  /// Opens a random epoch for one owner, who has none open.
  static func open(_ db: Database, owner: Int64) throws {
    try db.execute(sql: "INSERT INTO epoch(owner, epoch) VALUES (?, ?)", arguments: [owner, RandomText.hex(bytes: 8)])
  }

  /// The open epoch's name.
  static func current(_ db: Database, owner: Int64) throws -> String {
    try String.fetchOne(db, sql: "SELECT epoch FROM epoch WHERE owner = ? AND closed_at IS NULL", arguments: [owner]) ?? ""
  }

  /// Returns the seq after which the cursor's owner needs the changes; `nil` when the cursor isn't from this file's
  /// history.
  ///
  /// - Parameter ownerSeq: the latest seq of the open epoch.
  static func seq(of cursor: String, _ db: Database, owner: Int64, ownerSeq: Int64) throws -> Int64? {
    guard let cursor = ChangesCursor(cursor) else { return nil }
    let row = try Row.fetchOne(db, sql: "SELECT closed_at FROM epoch WHERE owner = ? AND epoch = ?", arguments: [owner, cursor.epoch])
    guard let row else { return nil }
    let end: Int64 = try row.value(0) ?? ownerSeq
    return cursor.seq <= end ? cursor.seq : nil
  }
}
