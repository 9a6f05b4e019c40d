import Postgres

/// Questions to a database about Citus, the extension that distributes tables over several nodes. Where it isn't there, nothing is distributed.
enum Citus {
  /// Whether the database has the extension.
  static func isThere(_ connection: PostgresConnection) throws -> Bool {
    try connection.run("SELECT EXISTS(SELECT 1 FROM pg_extension WHERE extname = 'citus')").integer(0, 0) == 1
  }

  /// Whether a table has been distributed, or is on every node.
  static func hasDistributed(_ table: String, _ connection: PostgresConnection) throws -> Bool {
    guard try isThere(connection) else { return false }
    let rows = try connection.run(
      "SELECT EXISTS(SELECT 1 FROM pg_dist_partition WHERE logicalrelid = to_regclass($1))", [.text(table)])
    return rows.integer(0, 0) == 1
  }

  /// The number of nodes that have rows. With the extension only.
  static func nodes(_ connection: PostgresConnection) throws -> Int {
    Int(try connection.run("SELECT count(*) FROM pg_dist_node WHERE shouldhaveshards AND isactive").integer(0, 0) ?? 0)
  }

  /// Throws where the extension is there and the node isn't the coordinator, which alone may change tables.
  static func requireCoordinator(_ connection: PostgresConnection) throws {
    guard try isThere(connection), try connection.run("SELECT groupid FROM pg_dist_local_group").integer(0, 0) != 0 else { return }
    let rows = try connection.run("SELECT nodename || ':' || nodeport FROM pg_dist_node WHERE groupid = 0")
    throw BackendError(
      .notCoordinator, "the tables can be made and changed on the cluster's coordinator only, and this node is a worker",
      hint: rows.text(0, 0).map { "use the address of the coordinator once: \($0)" } ?? "use the address of the coordinator once")
  }
}
