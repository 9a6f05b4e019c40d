import Glibc
import HealthModel
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import SyncBackend

/// Tests of PostgreSQL's own: several servers, connections that break, and a database that dies or comes back as another.
@Suite(.enabled(if: TestPostgres.address != nil)) struct PostgresTests {
  private func served(_ store: any BackendStore, _ body: @Sendable (Int) async throws -> Void) async throws {
    let backend = try BackendServer(store, now: { BackendFixture.noon }, logger: BackendFixture.logger)
    try await BackendFixture.serve(backend, body)
  }

  // server A            | server B
  // push 1 of aa        | push 1 of aa, the same bytes
  // stores it           | waits for the owner's row, then answers the same
  @Test func thePushAtTwoServersAtOnceIsOnePush() async throws {
    let fixture = try BackendFixture(on: .postgres)
    let other = try fixture.data.another()
    try await fixture.test { client in
      try await served(other) { port in
        let there = Client(port: port, token: client.token)
        for number in 1...10 {
          let records = (0..<20).map { Sample.put("r\($0)", Int64(number)) }
          async let one = client.push(number, records)
          async let two = there.push(number, records)
          let answers = try await [one, two]
          #expect(answers.map(\.status) == [200, 200])
          #expect(answers[0].bytes == answers[1].bytes)
        }
        let cursor = try await (client.changes().json["next"].string, there.changes().json["next"].string)
        #expect(cursor.0 == cursor.1 && cursor.0?.hasSuffix(".200") == true)
      }
    }
    #expect(try fixture.table("SELECT count(*), max(seq) FROM rec") == "20|200")
  }

  @Test func connectionsThatAreCutCostNothing() async throws {
    let fixture = try BackendFixture(on: .postgres)
    try await fixture.test { client in
      for number in 1...10 {
        try fixture.data.execute(TestPostgres.cut)
        let answer = try await client.push(number, [Sample.put("r\(number)", 1)])
        #expect(answer.status == 200, "\(answer.text)")
      }
      // A command isn't done twice, but it hasn't begun on a connection that was gone.
      try fixture.data.execute(TestPostgres.cut)
      #expect(try fixture.users.add("carol").token.isEmpty == false)
    }
    #expect(try fixture.table("SELECT count(*), count(DISTINCT seq), max(seq) FROM rec") == "10|10|10")
  }

  // Cuts come at any moment: a push whose connections are cut each time is refused, and its sender repeats it.
  @Test func cutsAtAnyMomentLoseNothingAndStoreNothingTwice() async throws {
    let fixture = try BackendFixture(on: .postgres)
    try await fixture.test { client in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for device in 0..<4 {
          group.addTask {
            for number in 1...25 {
              let answer = try await client.answered {
                try await client.push(number, device: "a\(device)", [Sample.put("r\(device)-\(number)", 1)])
              }
              #expect(answer.status == 200, "\(answer.text)")
            }
          }
        }
        group.addTask { for _ in 0..<50 { try fixture.data.execute(TestPostgres.cut) } }
        try await group.waitForAll()
      }
    }
    #expect(try fixture.table("SELECT count(*), count(DISTINCT seq), max(seq) FROM rec") == "100|100|100")
  }

  @Test func aConnectionThatIsCutInItsSetUpIsReplaced() async throws {
    let cuts = Mutex(0)
    let pool = PostgresPool(try PostgresAddress(TestPostgres.makeSchema())) { connection in
      let isCut = cuts.withLock { cuts in
        cuts += 1
        return cuts <= 8
      }
      if isCut { try connection.run("SELECT pg_terminate_backend(pg_backend_pid())") }
    }
    // More often than work is repeated, or than it takes to believe that the database is gone.
    let one = try await pool.run(isRepeatable: false) { try $0.run("SELECT 1").integer(0, 0) }
    #expect(one == 1 && cuts.withLock { $0 } == 9)
  }

  @Test func workThatMayHaveBeenDoneIsNotRepeated() async throws {
    let pool = PostgresPool(try PostgresAddress(TestPostgres.makeSchema()))
    let attempts = Mutex(0)
    // A transaction that was cut before its end left nothing: it is done again.
    let result = try await pool.run(isRepeatable: false) { connection in
      try connection.run("BEGIN")
      let attempt = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      if attempt < 3 { try connection.run("SELECT pg_terminate_backend(pg_backend_pid())") }
      try connection.run("COMMIT")
      return attempt
    }
    #expect(result == 3)
    attempts.withLock { $0 = 0 }
    await #expect(throws: PostgresError.self) {
      try await pool.run(isRepeatable: false) { connection in
        attempts.withLock { $0 += 1 }
        _ = try connection.run("SELECT pg_terminate_backend(pg_backend_pid())")
      }
    }
    #expect(attempts.withLock { $0 } == 1)
  }

  @Test func aDatabaseThatIsKilledLosesNothingThatWasAnswered() async throws {
    let cluster = try #require(TestCluster(fsync: true))
    let place = BackendPlace.postgres(cluster.address, connections: 4)
    let token = try UserDirectory(at: place, now: { BackendFixture.noon }).add("alice").token
    let store = try place.open(makesFolder: false, limits: BackendLimits(), now: { BackendFixture.noon })
    try await served(store) { port in
      let client = Client(port: port, token: token)
      _ = try await client.push(1, [Sample.put("a", 1), Sample.put("b", 2)])
      let cursor = try #require(try await client.changes().json["next"].string)
      cluster.kill()
      for path in ["/readyz", "/v1/sync/changes"] {
        let gone = try await client.send(.get, path)
        #expect(gone.status == 503, "\(path) \(gone.text)")
      }
      let refused = try await client.push(2, [Sample.put("c", 3)])
      #expect(refused.status == 503)
      #expect(refused.json["code"].string == "unreachable" && refused.headers[.retryAfter] == "5")
      let alive = try await client.send(.get, "/healthz")
      #expect(alive.status == 200)
      cluster.start()
      let pushed = try await client.answered { try await client.push(2, [Sample.put("c", 3)]) }
      #expect(pushed.json["accepted"].int == 1)
      // It is another incarnation: a cursor from before stays valid up to where that one ended, not beyond.
      let page = try await client.changes(since: cursor)
      #expect(page.json["changes"].array?.compactMap { $0["id"].string } == ["c"])
      let beyond = try await client.changes(since: cursor.replacing(/\.2$/, with: ".3"))
      #expect(beyond.json["code"].string == "server_rewound")
      let all = try await client.changes()
      #expect(all.json["changes"].array?.count == 3)
    }
  }

  @Test func aRestoredCopyKnowsNoCursorOfWhatItLost() async throws {
    let cluster = try #require(TestCluster())
    let address = cluster.address
    let place = BackendPlace.postgres(address, connections: 2)
    let token = try UserDirectory(at: place, now: { BackendFixture.noon }).add("alice").token
    try await served(try place.open(makesFolder: false, limits: BackendLimits(), now: { BackendFixture.noon })) { port in
      let client = Client(port: port, token: token)
      _ = try await client.push(1, [Sample.put("a", 1)])
      // A copy of the database is the backup; what comes after it is lost.
      _ = try await client.push(1, device: "bb", [Sample.put("b", 2), Sample.put("c", 3)])
      let cursor = try #require(try await client.changes().json["next"].string)
      let side = try PostgresConnection(PostgresAddress(address))
      try side.run("DELETE FROM rec WHERE id <> 'a'")
      try side.run("DELETE FROM device WHERE dev = 'bb'")
      try side.run("UPDATE owner SET seq = 1, records = 1")
      cluster.kill()
      cluster.start()
      let pushed = try await client.answered { try await client.push(2, [Sample.put("d", 4), Sample.put("e", 5), Sample.put("f", 6)]) }
      #expect(pushed.status == 200)
      let gone = try await client.changes(since: cursor)
      #expect(gone.status == 410 && gone.json["code"].string == "server_rewound")
      let rewound = try await client.push(2, device: "bb", [])
      #expect(rewound.status == 409 && rewound.json["code"].string == "server_rewound")
    }
  }

  @Test func workThatMetAnotherTransactionIsDoneAgain() async throws {
    let pool = PostgresPool(try PostgresAddress(TestPostgres.makeSchema()))
    for state in ["40001", "40P01"] {
      let attempts = Mutex(0)
      let result = try await pool.run { connection in
        try connection.run("BEGIN")
        let attempt = attempts.withLock { attempts in
          attempts += 1
          return attempts
        }
        if attempt < 3 { throw PostgresError(state, "another was in the way") }
        try connection.run("COMMIT")
        return attempt
      }
      #expect(result == 3)
    }
    let rejected = await #expect(throws: PostgresError.self) { try await pool.run { try $0.run("SELECT 1/0").count } }
    #expect(rejected?.sqlState == "22012" && rejected?.message == "")
    let next = try await pool.run { try $0.run("SELECT -7::bigint, NULL::text, '\\x00ff'::bytea, true").integer(0, 0) }
    #expect(next == -7)
  }

  @Test func oneUsersWorkDoesNotTakeAllConnections() async throws {
    var limits = PostgresPool.Limits()
    limits.connections = 2
    let pool = PostgresPool(try PostgresAddress(TestPostgres.makeSchema()), limits: limits)
    let (hasBegun, isFree) = (Flag(), Flag())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<5 {
        group.addTask {
          try await pool.run(key: "alice") { _ in
            hasBegun.raise()
            while !isFree.isUp { sched_yield() }
          }
        }
      }
      while !hasBegun.isUp { await Task.yield() }
      let bob = try await pool.run(key: "bob") { try $0.run("SELECT 1").integer(0, 0) }
      #expect(bob == 1)
      isFree.raise()
      try await group.waitForAll()
    }
    #expect(pool.openConnections == 2)
  }

  @Test func serversThatStartTogetherMakeTheTablesOnce() async throws {
    let address = try TestPostgres.makeSchema()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for n in 0..<4 {
        group.addTask {
          let place = BackendPlace.postgres(address, connections: 1)
          _ = try UserDirectory(at: place, now: { BackendFixture.noon }).add("user\(n)")
        }
      }
      try await group.waitForAll()
    }
    let users = try UserDirectory(at: .postgres(address), now: { BackendFixture.noon }).list()
    #expect(users.map(\.name) == ["user0", "user1", "user2", "user3"])
  }

  @Test func aNewerDatabaseIsNotTouched() throws {
    let address = try TestPostgres.makeSchema()
    _ = try UserDirectory(at: .postgres(address), now: { BackendFixture.noon })
    let side = try PostgresConnection(PostgresAddress(address))
    // A newer server beside which this one still works, then one beside which it doesn't.
    try side.run("INSERT INTO schema_step(step, oldest) VALUES (98, 1)")
    _ = try UserDirectory(at: .postgres(address), now: { BackendFixture.noon }).list()
    try side.run("INSERT INTO schema_step(step, oldest) VALUES (99, 99)")
    let error = #expect(throws: BackendError.self) { try UserDirectory(at: .postgres(address), now: { BackendFixture.noon }) }
    #expect(error?.code == .newerDatabase && error?.kind == .configuration)
  }

  @Test func aDatabaseThatIsNotThereIsTold() throws {
    let temporary = try TemporaryFolder()
    let address = "postgres://me:secret@/x?host=\(temporary.path)"
    let error = #expect(throws: BackendError.self) { try UserDirectory(at: .postgres(address), now: { BackendFixture.noon }) }
    #expect(error?.code == .unreachable && error?.kind == .unavailable)
    #expect(error?.message.contains("secret") == false)
    for text in ["", "host=/tmp", "mysql://x", "postgres://%zz"] {
      let error = #expect(throws: BackendError.self) { try UserDirectory(at: .postgres(text), now: { BackendFixture.noon }) }
      #expect(error?.code == .badAddress && error?.kind == .usage, "\(text)")
    }
  }
}

/// Something that happens once.
private final class Flag: Sendable {
  private let state = Mutex(false)
  var isUp: Bool { state.withLock { $0 } }
  func raise() { state.withLock { $0 = true } }
}
