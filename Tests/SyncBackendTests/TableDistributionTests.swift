import HealthModel
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import SyncBackend

/// Tables that are distributed over several nodes. Without the extension, that it is asked for.
@Suite(.enabled(if: TestPostgres.address != nil)) struct TableDistributionTests {
  /// Whether the tests' database is a cluster's; says so when it isn't.
  private static let isOnACluster: Bool = {
    if TestPostgres.coordinator != nil { return true }
    print("skipped: tests on distributed tables, as HSYNC_TEST_POSTGRES doesn't name a node of a Citus cluster")
    return false
  }()

  /// A schema without tables, at the coordinator and at the node that tests use.
  private func emptySchema() throws -> (coordinator: String, node: String) {
    let (coordinator, node) = (try #require(TestPostgres.coordinator), try #require(TestPostgres.address))
    let name = "d\(RandomText.hex(bytes: 6))"
    try PostgresConnection(PostgresAddress(coordinator)).run("CREATE SCHEMA \(name)")
    return (TestPostgres.within(name, at: coordinator), TestPostgres.within(name, at: node))
  }

  @Test(.enabled(if: TestPostgres.coordinator == nil)) func withoutTheExtensionNothingIsDone() throws {
    let error = #expect(throws: BackendError.self) { try TableDistribution(TestPostgres.makeSchema()) }
    #expect(error?.code == .noExtension && error?.kind == .unavailable)
    #expect(error?.message == "the database doesn't have the extension citus, which distributes tables")
  }

  @Test(.enabled(if: isOnACluster)) func allTablesAreDistributedOnce() throws {
    let (coordinator, _) = try emptySchema()
    let distribution = try TableDistribution(coordinator)
    #expect(distribution.statements.count == 24)
    #expect(distribution.statements.contains("SELECT create_distributed_table('owner', 'id', colocate_with => 'none')"))
    let side = try PostgresConnection(PostgresAddress(coordinator))
    #expect(try side.run("SELECT to_regclass('owner') IS NULL").integer(0, 0) == 1)
    #expect(try distribution.apply(nowMs: 0) == Citus.nodes(side))
    #expect(try TableDistribution(coordinator).statements.isEmpty)
    // Every table is on all nodes, or distributed with the owners.
    let rows = try side.run(
      """
      SELECT count(*) FILTER (WHERE repmodel = 't'), count(*) FILTER (WHERE partmethod = 'h'), count(DISTINCT colocationid), count(*),
        (SELECT count(*) FROM pg_tables WHERE schemaname = current_schema())
      FROM pg_dist_partition JOIN pg_class ON pg_class.oid = logicalrelid WHERE relnamespace = current_schema()::regnamespace
      """)
    #expect((0..<5).map { rows.integer(0, $0) } == [7, 5, 2, 12, 12])
  }

  @Test(.enabled(if: isOnACluster)) func whatIsThereIsMovedWhileAServerRuns() async throws {
    let (coordinator, node) = try emptySchema()
    let place = BackendPlace.postgres(coordinator, connections: 2)
    let token = try UserDirectory(at: place, now: { BackendFixture.noon }).add("alice").token
    let store = try place.open(makesFolder: false, limits: BackendLimits(), now: { BackendFixture.noon })
    let backend = try BackendServer(store, now: { BackendFixture.noon }, logger: BackendFixture.logger)
    try await BackendFixture.serve(backend) { port in
      let client = Client(port: port, token: token)
      _ = try await client.push(1, [Sample.put("a", 1), Sample.put("b", 2)])
      let cursor = try #require(try await client.changes().json["next"].string)
      _ = try TableDistribution(coordinator).apply(nowMs: 0)
      // The server that was there, and another at the node, take turns: each knows the cursors of the other.
      let other = try BackendServer(
        BackendPlace.postgres(node, connections: 2).open(makesFolder: false, limits: BackendLimits(), now: { BackendFixture.noon }),
        now: { BackendFixture.noon }, logger: BackendFixture.logger)
      try await BackendFixture.serve(other) { otherPort in
        let clients = [client, Client(port: otherPort, token: token)]
        var since = cursor
        for number in 2...7 {
          let pushed = try await clients[number % 2].push(number, [Sample.put("c\(number)", 3)])
          #expect(pushed.status == 200, "\(pushed.text)")
          let page = try await clients[(number + 1) % 2].changes(since: since)
          #expect(page.json["changes"].array?.compactMap { $0["id"].string } == ["c\(number)"], "\(page.text)")
          since = try #require(page.json["next"].string)
        }
        let all = try await clients[1].changes(since: cursor)
        #expect(all.json["changes"].array?.count == 6, "\(all.text)")
      }
    }
    #expect(try UserDirectory(at: place, now: { BackendFixture.noon }).check().findings.isEmpty)
    // No copy stays behind.
    let side = try PostgresConnection(PostgresAddress(coordinator))
    #expect(try side.run("SELECT pg_relation_size('rec') + pg_relation_size('owner') + pg_relation_size('token')").integer(0, 0) == 0)
  }

  @Test func aNodeThatBreaksOffIsNotABug() async throws {
    let database = try PostgresDatabase(TestPostgres.makeSchema(), connections: 1, now: { BackendFixture.noon })
    let attempts = Mutex(0)
    let work: @Sendable (PostgresConnection) throws -> Int = { _ in
      let attempt = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      if attempt < 3 { throw PostgresError("XX000", "could not commit transaction for shard 102008 on any active node") }
      return attempt
    }
    if TestPostgres.coordinator != nil {
      let result = try await database.run(nil, work)
      #expect(result == 3)
    } else {
      let error = await #expect(throws: StoreError.self) { try await database.run(nil, work) }
      guard case .failed(let failure) = error else { throw SetUpError(description: "\(String(describing: error))") }
      #expect(failure.kind == .fault)
    }
  }

  @Test(.enabled(if: isOnACluster)) func aWorkerSaysWhereTheTablesCanBeMade() throws {
    let (coordinator, _) = try emptySchema()
    let nodes = try PostgresConnection(PostgresAddress(coordinator)).run(
      "SELECT nodename, nodeport::bigint FROM pg_dist_node WHERE groupid <> 0 LIMIT 1")
    var worker = coordinator
    let place = try #require(coordinator.firstMatch(of: /@[^\/]+/))
    worker.replaceSubrange(place.range, with: "@\(nodes.text(0, 0) ?? ""):\(nodes.integer(0, 1) ?? 0)")
    for work in [{ _ = try TableDistribution(worker) }, { _ = try UserDirectory(at: .postgres(worker), now: { 1 }) }] {
      let error = #expect(throws: BackendError.self) { try work() }
      #expect(error?.code == .notCoordinator && error?.kind == .usage, "\(error?.message ?? "")")
    }
  }
}
