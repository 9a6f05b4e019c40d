import BulkSQL
import GRDB

/// The stretches of history between starts of the server, which make a restored backup visible.
///
/// Each start of the server opens a random epoch, which is in the one row of `server`. An owner's row has the epoch of their last write, by a name of
/// its own; the first write in another one notes where that ended (`epoch`). So a start costs nothing, however many owners there are, and a cursor
/// from a history that was lost names an epoch that the file doesn't know, or a seq beyond its end; see `CursorRule`.
enum Epochs {
  /// Opens a new epoch, in the caller's transaction. The row of `server` has to be there.
  static func begin(_ db: Database) throws {
    try db.execute(sql: "UPDATE server SET epoch = ?", arguments: [RandomText.hex(bytes: 8)])
  }

  /// The name of the epoch that a new owner's row begins with. It ends with the first write.
  static func first() -> String { RandomText.hex(bytes: 8) }

  /// The name of the epoch of the owner's last write. Throws when they were deleted.
  static func current(_ db: Database, owner: Int64) throws -> String {
    let epoch = try String.fetchOne(db.cachedStatement(sql: "SELECT epoch FROM owner WHERE n = ?"), arguments: [owner])
    guard let epoch else { throw StoreError.unauthorized }
    return epoch
  }

  /// Notes that an epoch of the owner ended.
  static func close(_ epoch: String, at seq: Int64, _ db: Database, owner: Int64) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO epoch(owner, epoch, closed_at) VALUES (?, ?, ?)
        ON CONFLICT(owner, epoch) DO UPDATE SET closed_at = excluded.closed_at
        """)
    try statement.execute(arguments: [owner, epoch, seq])
  }

  /// Returns the seq at which an epoch of the owner ended, before that of their last write; `nil` when the file doesn't know it.
  static func end(of epoch: String, _ db: Database, owner: Int64) throws -> Int64? {
    let statement = try db.cachedStatement(sql: "SELECT closed_at FROM epoch WHERE owner = ? AND epoch = ?")
    return try Int64.fetchOne(statement, arguments: [owner, epoch])
  }
}
