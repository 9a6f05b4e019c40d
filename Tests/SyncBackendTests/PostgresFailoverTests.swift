import HealthModel
import Postgres
import TestSupport
import Testing

@testable import SyncBackend

/// A standby that is promoted while a server with both hosts in its address runs.
@Suite(.enabled(if: TestCluster.isInstalled)) struct PostgresFailoverTests {
  /// A cluster and its standby, with a user.
  private struct Replicated {
    let primary: TestCluster
    let standby: TestCluster
    let token: String

    /// - Parameter isSynchronous: whether a commit waits for the standby.
    init(isSynchronous: Bool) throws {
      primary = try #require(TestCluster())
      standby = try #require(TestCluster(standbyOf: primary))
      token = try UserDirectory(at: .postgres(primary.address), now: { BackendFixture.noon }).add("alice").token
      let side = try PostgresConnection(PostgresAddress(primary.address))
      if isSynchronous {
        try side.run("ALTER SYSTEM SET synchronous_standby_names = '*'")
        try side.run("SELECT pg_reload_conf()")
      }
      let state = isSynchronous ? "sync" : "async"
      let follows = try comesTrue {
        try side.run("SELECT count(*) FROM pg_stat_replication WHERE sync_state = $1 AND state = 'streaming'", [.text(state)]).integer(0, 0)
          == 1
      }
      try #require(follows)
    }

    /// The address of both, which leads to the one that accepts writes.
    var address: String { "postgres:///postgres?host=\(standby.folder),\(primary.folder)&user=postgres" }

    /// Lets the standby follow no longer, as when the network between the two breaks.
    func cutOff() throws {
      let side = try PostgresConnection(PostgresAddress(standby.readableAddress))
      try side.run("ALTER SYSTEM SET primary_conninfo = ''")
      try side.run("SELECT pg_reload_conf()")
      let other = try PostgresConnection(PostgresAddress(primary.address))
      try #require(try comesTrue { try other.run("SELECT count(*) FROM pg_stat_replication").integer(0, 0) == 0 })
    }

    /// The primary dies, and the standby takes its place.
    func failOver() throws {
      primary.kill()
      let side = try PostgresConnection(PostgresAddress(standby.readableAddress))
      #expect(try side.run("SELECT pg_promote()").integer(0, 0) == 1)
    }

    /// Serves both hosts while a test runs.
    func served(_ body: @Sendable (Client) async throws -> Void) async throws {
      let place = BackendPlace.postgres(address, connections: 2)
      let store = try place.open(makesFolder: false, limits: BackendLimits(), now: { BackendFixture.noon })
      let backend = try BackendServer(store, now: { BackendFixture.noon }, logger: BackendFixture.logger)
      try await BackendFixture.serve(backend) { try await body(Client(port: $0, token: token)) }
    }
  }

  // device              | primary            | standby
  // push 1, 2           | commits            | has committed, too
  //                     | dies               | is promoted
  // push 2 again        |                    | the same answer
  // the old cursor      |                    | is valid up to its end
  @Test func withASynchronousStandbyNothingIsLostAndCursorsLive() async throws {
    let databases = try Replicated(isSynchronous: true)
    try await databases.served { client in
      _ = try await client.push(1, [Sample.put("a", 1)])
      let second = try await client.push(2, [Sample.put("b", 2)])
      let cursor = try #require(try await client.changes().json["next"].string)
      try databases.failOver()
      let again = try await client.answered { try await client.push(2, [Sample.put("b", 2)]) }
      #expect(again.status == 200 && again.bytes == second.bytes, "\(again.text)")
      let third = try await client.push(3, [Sample.put("c", 3)])
      #expect(third.status == 200, "\(third.text)")
      let page = try await client.changes(since: cursor)
      #expect(page.json["changes"].array?.compactMap { $0["id"].string } == ["c"], "\(page.text)")
      let all = try await client.changes()
      #expect(all.json["changes"].array?.compactMap { $0["id"].string } == ["a", "b", "c"], "\(all.text)")
    }
  }

  // device aa, bb       | primary            | standby
  // aa: push 1          | commits            | has committed, too
  //                     |                    | is cut off
  // bb: push 1, a page  | commits            |
  //                     | dies               | is promoted
  // aa: push 2          |                    | commits with the numbers of bb's records
  // bb: its cursor      |                    | is from a history that was lost
  @Test func whatAStandbyLacksIsToldToTheDevicesThatSawIt() async throws {
    let databases = try Replicated(isSynchronous: false)
    try await databases.served { client in
      _ = try await client.push(1, [Sample.put("a", 1)])
      let before = try #require(try await client.changes().json["next"].string)
      let side = try PostgresConnection(PostgresAddress(databases.standby.readableAddress))
      // The table itself may not be there yet.
      try #require(comesTrue { (try? side.run("SELECT count(*) FROM rec").integer(0, 0)) == 1 })
      try databases.cutOff()
      _ = try await client.push(1, device: "bb", [Sample.put("b", 2), Sample.put("c", 3)])
      let lost = try #require(try await client.changes().json["next"].string)
      try databases.failOver()
      let pushed = try await client.answered { try await client.push(2, [Sample.put("d", 4), Sample.put("e", 5), Sample.put("f", 6)]) }
      #expect(pushed.status == 200, "\(pushed.text)")
      let gone = try await client.changes(since: lost)
      #expect(gone.status == 410 && gone.json["code"].string == "server_rewound", "\(gone.text)")
      let rewound = try await client.push(2, device: "bb", [Sample.put("g", 7)])
      #expect(rewound.status == 409 && rewound.json["code"].string == "server_rewound", "\(rewound.text)")
      // A device that had seen nothing of it goes on.
      let page = try await client.changes(since: before)
      #expect(page.json["changes"].array?.compactMap { $0["id"].string } == ["d", "e", "f"], "\(page.text)")
      // The other one sends again what the promoted database lacks.
      let again = try await client.push(1, device: "bb", [Sample.put("b", 2), Sample.put("c", 3)])
      #expect(again.json["accepted"].int == 2, "\(again.text)")
    }
  }

  // A host that lost its power refuses nothing: it only doesn't answer.
  @Test func aHostThatDoesNotAnswerDoesNotKeepFromTheOther() throws {
    let silent = try #require(BlackHole(.ipv4))
    let cluster = try #require(TestCluster(isOnTCP: true))
    let address = "postgres://postgres@127.0.0.1:\(silent.port),127.0.0.1:\(cluster.port)/postgres?sslmode=disable"
    let connection = try PostgresConnection(PostgresAddress(address), connectMs: 100)
    #expect(try connection.run("SELECT 7").integer(0, 0) == 7)
    // Of two that are no use, what is said of both is told.
    let error = #expect(throws: PostgresError.self) {
      try PostgresConnection(
        PostgresAddress("postgres://nobody@127.0.0.1:\(silent.port),127.0.0.1:\(cluster.port)/postgres?sslmode=disable"), connectMs: 100)
    }
    #expect(error?.isSignInRefused == true, "\(error?.message ?? "")")
    #expect(error?.message.hasPrefix("PostgreSQL didn't answer in time; connection to server at") == true, "\(error?.message ?? "")")
  }
}
