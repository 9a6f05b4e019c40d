import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct Row23ManyPushers {
  /// Six devices push through two servers on one PostgreSQL while it is killed, connections are cut and transactions fail in each phase, and servers
  /// are killed. A push that isn't answered is sent again, to the other server; one device sends each push to both at once.
  @Test func everythingAcknowledgedIsThereOnce() async throws {
    let row = FaultRow(23, "many pushers at two servers on one PostgreSQL: killed, cut and failing in each phase, the servers killed")
    guard TestCluster.isInstalled else { return row.skip(because: "PostgreSQL isn't installed") }
    try await row.holds {
      let database = try FaultyDatabase()
      let servers = try ServerPair(database.address)
      try database.makeTransactionsFail()
      let traffic = PushTraffic()
      let rounds = FaultScale.count(full: 48, short: 8)
      let urls = servers.urls
      let token = servers.token
      let pushed = try await withThrowingTaskGroup(of: PushTraffic.Device.self) { group in
        for n in 0..<6 {
          group.addTask { await traffic.push(as: Pusher(name: "d\(n)"), atBoth: n == 0, urls: urls, token: token) }
        }
        for round in 0..<rounds {
          await traffic.answered.reaches((round + 1) * 30)
          switch round % 4 {
          case 0: database.dieAndComeBack()
          case 1: try servers.killAndStart(0)
          case 2: try database.cutAll()
          default: try servers.killAndStart(1)
          }
        }
        await traffic.answered.reaches((rounds + 1) * 30)
        traffic.stop()
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let wrong = traffic.wrong
      try #require(wrong.isEmpty, "\(wrong.prefix(3))")
      let acknowledged = try database.stored().require(pushed)
      let failures = try database.failures()
      try #require(acknowledged >= rounds * 300)
      return """
        \(rounds) faults while 6 devices pushed: PostgreSQL killed \(rounds / 4) times, servers \(rounds / 2) times, all connections cut \
        \(rounds / 4) times, \(failures) transactions failed on the way; all \(acknowledged) acknowledged records present once, \
        \(pushed.reduce(0) { $0 + $1.repeated }) pushes sent again, \(pushed.reduce(0) { $0 + $1.pairs }) pairs of answers equal
        """
    }
  }
}

/// A PostgreSQL that keeps what it has promised, and whose transactions fail now and then.
private final class FaultyDatabase {
  private let cluster: TestCluster
  private let shell: PostgresShell
  /// Its connection URI.
  var address: String { cluster.address }

  init() throws {
    cluster = try #require(TestCluster(fsync: true))
    shell = try PostgresShell(cluster.address)
  }

  func dieAndComeBack() {
    cluster.kill()
    cluster.start()
  }

  func cutAll() throws {
    _ = try query(
      "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()")
  }

  /// Makes one in some twenty writes fail: by a serialization failure, a deadlock, or the end of its connection; at each table, and at the commit.
  func makeTransactionsFail() throws {
    let triggers = ["owner", "rec", "device"].map { table in
      """
      CREATE TRIGGER fail BEFORE INSERT OR UPDATE ON \(table) FOR EACH STATEMENT EXECUTE FUNCTION fail();
      CREATE CONSTRAINT TRIGGER fail_late AFTER INSERT OR UPDATE ON \(table) DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (random() < 0.2) EXECUTE FUNCTION fail();
      """
    }
    _ = try query(
      """
      CREATE SEQUENCE failures;
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF random() < 0.04 THEN
          PERFORM nextval('failures');
          CASE floor(random() * 3)::int
            WHEN 0 THEN RAISE EXCEPTION 'made up' USING ERRCODE = '40001';
            WHEN 1 THEN RAISE EXCEPTION 'made up' USING ERRCODE = '40P01';
            ELSE PERFORM pg_terminate_backend(pg_backend_pid());
          END CASE;
        END IF;
        RETURN NULL;
      END $$;
      \(triggers.joined(separator: "\n"))
      """)
  }

  /// Transactions that failed so far.
  func failures() throws -> Int { Int(try query("SELECT last_value FROM failures").trimmingCharacters(in: .newlines)) ?? 0 }

  /// The rows in the end.
  func stored() throws -> StoredRows { try StoredRows(shell) }

  private func query(_ sql: String) throws -> String { try shell.query(sql) }
}
