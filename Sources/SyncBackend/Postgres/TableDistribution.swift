import Postgres

/// Distributes the tables of a PostgreSQL database over the nodes of a cluster by Citus.
///
/// The rows of one owner, in all tables, are on one node: a push and a page are work of that node alone, and their statements and transactions are
/// as on a single PostgreSQL. What is looked up before the owner is known, tokens and names, is on every node, and so is what all share.
package struct TableDistribution {
  private let connection: PostgresConnection

  /// The statements that are to be run, each without a semicolon; none when all tables are distributed.
  package let statements: [String]

  /// Tables that are on every node.
  private static let everywhere = ["schema_step", "epoch", "server", "user_name", "token", "refresh_token", "audit"]
  /// Tables that are distributed beside `owner`, by their column `owner`.
  private static let beside = ["rec", "device", "owner_epoch", "event"]

  /// Looks at the database with that connection URI, and changes nothing. Throws where it doesn't have the extension, and for a worker.
  package init(_ text: String) throws(BackendError) {
    (connection, statements) = try BackendError.telling {
      // Rows that are there already are copied to the nodes.
      let connection = try PostgresConnection(PostgresAddress(text), exchangeMs: 86_400_000)
      guard try Citus.isThere(connection) else {
        throw BackendError(
          .noExtension, "the database doesn't have the extension citus, which distributes tables",
          hint: "install Citus on each node, then in the database of each: CREATE EXTENSION citus")
      }
      try Citus.requireCoordinator(connection)
      return (connection, try TableDistribution.missing(connection))
    }
  }

  /// Makes the tables where they aren't there, and distributes them in one transaction. Servers may run meanwhile; what they are asked for waits.
  ///
  /// - Parameters:
  ///   - osUser: who is noted in the audit.
  ///   - nowMs: milliseconds since 1970.
  /// - Returns: the number of nodes that have rows.
  package func apply(by osUser: String = OSUser.name, nowMs: Int64) throws(BackendError) -> Int {
    try BackendError.telling {
      try PostgresSchema.migrate(connection)
      try connection.transaction {
        // Others may be at it.
        try connection.run("SELECT pg_advisory_xact_lock($1)", [.integer(PostgresSchema.lockKey)])
        for statement in try TableDistribution.missing(connection) { try connection.run(statement) }
        try PostgresAudit.add(AuditedCommand.shardApply.record(of: nil, by: osUser, atMs: nowMs), connection)
      }
      return try Citus.nodes(connection)
    }
  }

  /// The statements for the tables that aren't distributed yet.
  static func missing(_ connection: PostgresConnection) throws -> [String] {
    func isMissing(_ table: String) throws -> Bool { try !Citus.hasDistributed(table, connection) }
    var moves: [(table: String, statement: String)] = []
    for table in everywhere where try isMissing(table) { moves.append((table, "SELECT create_reference_table('\(table)')")) }
    // A group of their own: other tables of the database aren't moved with them.
    if try isMissing("owner") {
      moves.append(("owner", "SELECT create_distributed_table('owner', 'id', colocate_with => 'none')"))
    }
    for table in beside where try isMissing(table) {
      moves.append((table, "SELECT create_distributed_table('\(table)', 'owner', colocate_with => 'owner')"))
    }
    // Rows that were there have been copied: without this, they would stay on the coordinator's disk, even of users who are deleted later.
    return moves.map(\.statement) + moves.map { "SELECT truncate_local_data_after_distributing_table('\($0.table)')" }
  }
}
