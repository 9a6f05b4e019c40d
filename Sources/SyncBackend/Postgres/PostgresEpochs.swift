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
enum PostgresEpochs {
  /// The name of an epoch in one owner's cursors: a cursor of one user means nothing to another.
  static func name(of epoch: String, owner: String) -> String { Hexadecimal.text(SHA256.of("\(epoch) \(owner)").prefix(8)) }

  private static let incarnation = """
    SELECT (SELECT system_identifier::text FROM pg_control_system())
      || '-' || left(pg_walfile_name(pg_current_wal_lsn()), 8)
      || '-' || extract(epoch FROM pg_postmaster_start_time())::text
      || '-' || (SELECT oid::text FROM pg_database WHERE datname = current_database())
      || '-' || pg_relation_filenode('epoch')::text
    """

  /// Returns the epoch of the database that a new connection leads to, opening it when it is the first one there.
  static func current(_ connection: PostgresConnection, nowMs: Int64) throws -> String {
    guard let name = try connection.run(incarnation).text(0, 0) else { throw PostgresError("XX000", "PostgreSQL has no identity") }
    let find = PostgresConnection.Query("SELECT epoch FROM epoch WHERE incarnation = $1", [.text(name)])
    if let known = try connection.run([find]).first, known.count == 1, let epoch = known.text(0, 0) { return epoch }
    let open = PostgresConnection.Query(
      "INSERT INTO epoch(incarnation, epoch, opened_at_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      [.text(name), .text(RandomText.hex(bytes: 8)), .integer(nowMs)])
    _ = try connection.run([open])
    guard let epoch = try connection.run([find]).first?.text(0, 0) else { throw PostgresError("XX000", "the epoch isn't there") }
    return epoch
  }
}
