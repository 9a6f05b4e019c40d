import Postgres

/// The mark of a database whose data are moving, or have moved, to a folder: no request is answered from it any more, and nothing written.
///
/// It is a column of `server`. A request reads it with its token. A write that was under way reads it again once it has the lock that the copy held.
enum PostgresMoveMark {
  /// Whether it is set, as an expression.
  static let isSet = "coalesce((SELECT moved FROM server WHERE one = 1), false)"

  /// Sets or removes it, in the caller's transaction.
  static func set(_ isMoved: Bool, nowMs: Int64, _ connection: PostgresConnection) throws {
    try connection.run(
      "INSERT INTO server(one, seen_ms, moved) VALUES (1, $1, $2::bigint <> 0) ON CONFLICT(one) DO UPDATE SET moved = excluded.moved",
      [.integer(nowMs), .integer(isMoved ? 1 : 0)])
  }

  /// Throws `StoreError` when it is set.
  static func requireUnset(_ connection: PostgresConnection) throws {
    if try connection.run("SELECT \(isSet)").integer(0, 0) == 1 { throw StoreError.moved }
  }

  /// The same for a command: throws `BackendError`.
  static func requireUnsetForCommand(_ connection: PostgresConnection) throws {
    if try connection.run("SELECT \(isSet)").integer(0, 0) == 1 { throw BackendError.databaseMoved }
  }
}

extension StoreError {
  /// The error for data that are moving, or have moved.
  static let moved = StoreError.failed(StoreFailure(kind: .moved, code: "moved", message: "the data are moving to another database"))
}

extension BackendError {
  /// The error for a database whose data have moved.
  static let databaseMoved = BackendError(
    .moved, "the data of the database have moved to a folder, or are moving",
    hint: "use that one with --data; to go on with the database instead: hsync-backend copy --from URL --reopen")
}
