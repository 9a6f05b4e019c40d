import BulkSQL
import GRDB

/// The stretches of history between starts of the server, which make a restored backup visible.
///
/// At each start the open epoch of an owner is closed at the owner's `seq` and a new random one opened; see `CursorRule`.
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

  /// Returns the seq at which an epoch of the owner ended; `nil` when the file doesn't know it.
  ///
  /// - Parameter ownerSeq: the latest seq of the open epoch.
  static func end(of epoch: String, _ db: Database, owner: Int64, ownerSeq: Int64) throws -> Int64? {
    let row = try Row.fetchOne(db, sql: "SELECT closed_at FROM epoch WHERE owner = ? AND epoch = ?", arguments: [owner, epoch])
    return try row.map { try $0.value(0) ?? ownerSeq }
  }
}
