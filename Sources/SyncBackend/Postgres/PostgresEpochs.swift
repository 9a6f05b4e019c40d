import Digests
import HealthModel
import Postgres

/// The stretches of history of a PostgreSQL database, which make a restored or promoted one visible.
///
/// Each start of PostgreSQL is an incarnation: it is known by the system's identifier, the timeline, the time of its start, and the database's and a
/// table's numbers. A copy that is started, a standby that is promoted, and a dump that is read in are others. Each has a random epoch, which all
/// servers share. An owner's row has the epoch of their last write; the first write in another one notes where that ended (`owner_epoch`). So a start
/// costs nothing, however many owners there are, and a cursor from a history that was lost names an epoch that the database doesn't know, or a seq
/// beyond its end.
///
/// Where the tables are distributed, each node may be restored on its own. What counts for an owner is the incarnation of the node that has their
/// rows, which each write reads with them; its epoch is made from its name, as no node may wait for another to open one.
enum PostgresEpochs {
  /// The incarnation, as an expression. It has functions only: a distributed query has them evaluated by the node that has the row.
  static let incarnation = """
    (pg_control_system()).system_identifier::text
      || '-' || left(pg_walfile_name(pg_current_wal_lsn()), 8)
      || '-' || extract(epoch FROM pg_postmaster_start_time())::text
      || '-' || pg_relation_filepath('epoch')
    """

  /// Returns the epoch of the database that a new connection leads to, opening it when it is the first one there; `nil` where each node has its own.
  static func current(_ connection: PostgresConnection, nowMs: Int64) throws -> String? {
    if try Citus.hasDistributed("owner", connection) { return nil }
    guard let name = try connection.run("SELECT \(incarnation)").text(0, 0) else {
      throw PostgresError("XX000", "PostgreSQL has no identity")
    }
    let find = PostgresConnection.Query("SELECT epoch FROM epoch WHERE incarnation = $1", [.text(name)])
    if let known = try connection.run([find]).first, known.count == 1, let epoch = known.text(0, 0) { return epoch }
    let open = PostgresConnection.Query(
      "INSERT INTO epoch(incarnation, epoch, opened_at_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      [.text(name), .text(RandomText.hex(bytes: 8)), .integer(nowMs)])
    _ = try connection.run([open])
    guard let epoch = try connection.run([find]).first?.text(0, 0) else { throw PostgresError("XX000", "the epoch isn't there") }
    return epoch
  }

  /// The name of the epoch that a new owner's row begins with. Where each node has its own, it is one that ends with the first write.
  static func first(of owner: String, in epoch: String?) -> String {
    CursorRule.epochName(of: epoch ?? RandomText.hex(bytes: 8), owner: owner)
  }

  /// The epoch of a node by its incarnation.
  static func epoch(ofNode incarnation: String) -> String { Hexadecimal.text(SHA256.of(incarnation).prefix(8)) }
}

extension PostgresConnection {
  /// The epoch of the database that the connection leads to; `nil` where each node has its own.
  var epoch: String? {
    get { note }
    set { note = newValue }
  }

  /// Whether the tables are distributed, and each node has an epoch of its own.
  var isDistributed: Bool { epoch == nil }
}
