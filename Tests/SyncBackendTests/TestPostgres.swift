import Foundation
import HealthModel
import Postgres
import Synchronization
import TestSupport

@testable import SyncBackend

/// The PostgreSQL that tests use: `HSYNC_TEST_POSTGRES`, a connection URI, or one that is started for them in a temporary folder where Debian's
/// `postgresql` is installed.
///
/// If it is a node of a Citus cluster, the coordinator or a worker, the tables of each test are distributed.
enum TestPostgres {
  /// The address of a database; `nil` = there is none, and tests run on SQLite alone.
  static let address: String? = {
    if let given = ProcessInfo.processInfo.environment["HSYNC_TEST_POSTGRES"], !given.isEmpty { return given }
    if let cluster { return cluster.address }
    print("skipped: tests on PostgreSQL, which isn't installed (apt-get install postgresql)")
    return nil
  }()

  /// The address of the coordinator, where the database is a cluster's; `nil` = it isn't.
  static let coordinator: String? = {
    guard let address, let node = try? PostgresConnection(PostgresAddress(address)), (try? Citus.isThere(node)) == true,
      let place = try? node.run("SELECT nodename, nodeport::bigint FROM pg_dist_node WHERE groupid = 0"), place.count == 1,
      var parts = URLComponents(string: address)
    else { return nil }
    parts.host = place.text(0, 0)
    parts.port = place.integer(0, 1).map { Int($0) }
    return parts.string
  }()

  private static let cluster = TestCluster()
  private static let schemas = Atomic(0)

  /// Makes an empty schema, and returns the address of a database where it is the only one that is looked into.
  static func makeSchema() throws -> String {
    guard let address else { throw CocoaError(.fileNoSuchFile) }
    let name = "t\(getpid())_\(schemas.add(1, ordering: .relaxed).newValue)"
    let connection = try PostgresConnection(PostgresAddress(coordinator ?? address))
    try connection.run("DROP SCHEMA IF EXISTS \(name) CASCADE")
    try connection.run("CREATE SCHEMA \(name)")
    if let coordinator { _ = try TableDistribution(within(name, at: coordinator)).apply(nowMs: 0) }
    return within(name, at: address)
  }

  /// The same schema at the coordinator, where the database is a cluster's.
  static func atCoordinator(_ address: String) -> String {
    guard let coordinator, let node = self.address else { return address }
    return coordinator + address.dropFirst(node.count)
  }

  /// The same address, with a schema that is the only one looked into.
  static func within(_ schema: String, at address: String) -> String {
    address + (address.contains("?") ? "&" : "?") + "options=-csearch_path%3D\(schema)&application_name=\(schema)"
  }

  /// Makes the database another incarnation, as a restart does.
  static func becomeAnother(_ connection: PostgresConnection) throws {
    guard coordinator != nil else {
      try connection.run("UPDATE epoch SET incarnation = incarnation || 'x'")
      return
    }
    // The table has another file then, on each node.
    try connection.run("SELECT run_command_on_all_nodes(format('TRUNCATE %I.epoch', current_schema()), parallel => false)")
  }

  /// Ends all other connections of the test, and waits until they have ended.
  static let cut = """
    SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE application_name = current_setting('application_name') AND pid <> pg_backend_pid()
    """

  /// A query's rows as text, as `TestDatabase.rows`.
  static func rows(_ sql: String, _ pool: PostgresPool) throws -> [[String]] {
    try pool.runBlocking { connection in
      // Apart from the query, which keeps its order: Citus would leave that of a part of a distributed query to the nodes.
      let rows = try connection.run("WITH t AS MATERIALIZED (\(sql)) SELECT row_to_json(t)::text FROM t")
      return try (0..<rows.count).map { n in
        try (JSON(parsing: Array((rows.text(n, 0) ?? "").utf8)).members ?? []).map { text($0.value) }
      }
    }
  }

  private static func text(_ value: JSON) -> String {
    switch value {
    case .null: "-"
    case .bool(let value): value ? "1" : "0"
    case .string(let text) where text.hasPrefix("\\x"): "\((text.utf8.count - 2) / 2) bytes"
    case .string(let text): text
    default: value.text
    }
  }
}
