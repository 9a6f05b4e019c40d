import FoundationEssentials
import HealthModel
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import SyncBackend

/// A PostgreSQL database's data go back to a folder, and devices go on there.
@Suite(.enabled(if: TestPostgres.address != nil)) struct DatabaseCopyTests {
  /// A database with two users, of whom one has pushed, deleted and sent an event; its server runs while `body` does.
  private func served(_ body: @Sendable (_ fixture: BackendFixture, _ address: String, _ client: Client) async throws -> Void) async throws
  {
    let address = try TestPostgres.makeSchema()
    let fixture = try BackendFixture(on: .at(address))
    try await fixture.test { client in
      _ = try await client.push(1, [Sample.put("a", 1), Sample.put("ä", 2, #"{"text":"two\u0000"}"#), Sample.put("c", 3)])
      _ = try await client.push(2, [Sample.delete("c", 4)])
      _ = try await client.push(1, device: "bb", [Sample.put("d", 5, kind: "samples")])
      let event = Array(#"{"at_ms":1770724800000,"event":"screen_viewed","screen_id":"M-SCAN"}"#.utf8) + [10]
      let sent = try await client.send(.post, "/v1/events", headers: ["Idempotency-Key": #""aa:1770724800000:0""#], body: event)
      #expect(sent.status == 200, "\(sent.text)")
      try await body(fixture, address, client)
    }
  }

  private func folder(_ path: String, _ body: @Sendable (Int) async throws -> Void) async throws {
    let store = try BackendPlace.folder(path).open(makesFolder: false, limits: BackendLimits(), now: { BackendFixture.noon })
    let backend = try BackendServer(store, now: { BackendFixture.noon }, logger: BackendFixture.logger)
    try await BackendFixture.serve(backend, body)
  }

  @Test func everythingArrivesAndDevicesGoOn() async throws {
    let temporary = try TemporaryFolder()
    let target = temporary.file("back")
    try await served { fixture, address, client in
      let expiring = try fixture.users.addToken(for: "bob", lifetimeMs: 60_000, scope: [.read, .log])
      // A cursor of an earlier incarnation, one of the last, and one beyond what there is.
      let old = try #require(try await client.changes().json["next"].string)
      try fixture.restart()
      let pushed = try await client.answered { try await client.push(3, [Sample.put("e", 6)]) }
      #expect(pushed.status == 200)
      let cursor = try #require(try await client.changes().json["next"].string)
      #expect(cursor.prefix { $0 != "." } != old.prefix { $0 != "." })

      let counts = try DatabaseCopy(from: address, osUser: "operator", now: { BackendFixture.noon }).run(
        to: target, nowMs: BackendFixture.noon)
      #expect(counts.json.text == #"{"users":2,"records":5,"devices":2,"tokens":4,"events":1}"#)
      // Servers of the database refuse everything, and so do commands.
      for answer in [try await client.push(4, [Sample.put("x", 9)]), try await client.changes()] {
        #expect(answer.status == 503 && answer.json["code"].string == "moved" && answer.headers[.retryAfter] == "5", "\(answer.text)")
      }
      let (health, renewal) = (
        try await client.send(.get, "/readyz"),
        try await client.send(
          .post, "/v1/token/refresh", body: Array(#"{"refresh_token":"\#(expiring.renewal?.refreshToken ?? "")"}"#.utf8))
      )
      #expect([health.status, renewal.status] == [503, 503])
      let users = fixture.users
      for change in [{ _ = try users.add("carol") }, { try users.delete("bob") }, { _ = try users.revokeTokens(of: "bob") }] {
        #expect(#expect(throws: BackendError.self) { try change() }?.code == .moved)
      }
      #expect(#expect(throws: BackendError.self) { try fixture.data.store.beginServing() }?.kind == .configuration)

      let file = try BackendDatabase(folder: target, makesFolder: false)
      let rows = { (sql: String) in try TestEngine.rows(sql, file) }
      let records = "SELECT name, kind, rec.id, hlc, dev, body, rec.seq, deleted_at_ms FROM rec"
      #expect(
        try rows("\(records) JOIN owner ON owner.n = rec.owner ORDER BY name, rec.seq")
          == fixture.data.rows("\(records) JOIN owner ON owner.id = rec.owner ORDER BY name, rec.seq"))
      for sql in [
        "SELECT name, seq, purged_seq, now_ms, bytes, records, created_at_ms FROM owner ORDER BY name",
        #"SELECT dev, file, "offset", at_ms, event, body, received_at_ms FROM event"#,
        "SELECT created_at_ms, expires_at_ms, scope, used_hour_ms FROM token ORDER BY sha256",
        "SELECT dev, last, seen_at_ms FROM device ORDER BY dev", "SELECT command FROM audit WHERE os_user = 'operator'",
      ] { #expect(try rows(sql) == fixture.data.rows(sql), "\(sql)") }
      #expect(try rows("SELECT count(*) FROM audit WHERE os_user = 'operator' AND command = 'copy'") == [["1"]])
      #expect(try SQLiteCheck.run(file).findings.isEmpty)
      file.close()

      try await folder(target) { port in
        let client = Client(port: port, token: fixture.alice)
        let again = try await client.push(3, [Sample.put("e", 6)])
        #expect(again.status == 200 && again.json["accepted"].int == 1, "\(again.text)")
        let next = try await client.push(4, [Sample.put("f", 7)])
        #expect(next.status == 200)
        let (page, all) = (try await client.changes(since: cursor), try await client.changes(since: old))
        #expect(page.json["changes"].array?.compactMap { $0["id"].string } == ["f"])
        #expect(all.json["changes"].array?.compactMap { $0["id"].string } == ["e", "f"])
        let beyond = try await client.changes(since: "\(cursor.prefix { $0 != "." }).99")
        #expect(beyond.status == 410 && beyond.json["code"].string == "server_rewound")
        let renewed = try await client.send(
          .post, "/v1/token/refresh", body: Array(#"{"refresh_token":"\#(expiring.renewal?.refreshToken ?? "")"}"#.utf8))
        let token = try #require(renewed.json["token"].string)
        let (read, written) = (try await client.changes(token: token), try await client.push(1, [], token: token))
        #expect([read.status, written.status] == [200, 403])
      }
    }
  }

  @Test func aDatabaseIsServedAgainAfterItWasReopened() async throws {
    let temporary = try TemporaryFolder()
    try await served { fixture, address, client in
      _ = try DatabaseCopy(from: address, now: { BackendFixture.noon }).run(to: temporary.file("back"), nowMs: BackendFixture.noon)
      let closed = try await client.changes()
      #expect(closed.status == 503)
      try DatabaseCopy(from: address, now: { BackendFixture.noon }).reopen(nowMs: BackendFixture.noon)
      let pushed = try await client.push(3, [Sample.put("x", 9)])
      #expect(pushed.status == 200, "\(pushed.text)")
      #expect(try fixture.users.audit(most: 2).map(\.command) == ["copy --reopen", "copy"])
    }
  }

  @Test func aFolderWithUsersOrAServerIsRefusedAndTheDatabaseStaysOpen() async throws {
    let used = try BackendFixture(on: .sqlite)
    let other = try TemporaryFolder()
    _ = try BackendDatabase(folder: other.path, makesFolder: true)
    let lock = try ServingLock(folder: other.path)
    try await served { _, address, client in
      let copy = try DatabaseCopy(from: address, now: { BackendFixture.noon })
      let served = #expect(throws: BackendError.self) { try copy.run(to: used.folder.path, nowMs: BackendFixture.noon) }
      #expect(served?.code == .alreadyServed)
      let locked = #expect(throws: BackendError.self) { try copy.run(to: other.path, nowMs: BackendFixture.noon) }
      #expect(locked?.code == .alreadyServed)
      let twice = #expect(throws: BackendError.self) { try DatabaseCopy(from: address, now: { BackendFixture.noon }) }
      #expect(twice?.code == .busy)
      let pushed = try await client.push(3, [Sample.put("x", 9)])
      #expect(pushed.status == 200)
    }
    withExtendedLifetime(lock) {}
    let full = try TemporaryFolder()
    _ = try UserDirectory(at: .folder(full.path), makesFolder: true, now: { BackendFixture.noon }).add("zoe")
    try await served { _, address, client in
      let error = #expect(throws: BackendError.self) {
        try DatabaseCopy(from: address, now: { BackendFixture.noon }).run(to: full.path, nowMs: BackendFixture.noon)
      }
      #expect(error?.code == .notEmpty && error?.kind == .cantCreate)
      let pushed = try await client.push(3, [Sample.put("x", 9)])
      #expect(pushed.status == 200)
    }
  }

  @Test func aCopyThatIsCutLeavesTheFolderEmptyAndTheDatabaseOpen() async throws {
    let temporary = try TemporaryFolder()
    let target = temporary.file("back")
    try await served { _, address, client in
      let side = try PostgresPool(PostgresAddress(address))
      let error = #expect(throws: BackendError.self) {
        try DatabaseCopy(from: address, now: { BackendFixture.noon }).run(to: target, nowMs: BackendFixture.noon) { _, _ in
          _ = try? side.runBlocking { try $0.run(TestPostgres.cut).count }
        }
      }
      #expect(error?.code == .unreachable, "\(error?.message ?? "")")
      let file = try BackendDatabase(folder: target, makesFolder: false)
      #expect(try TestEngine.rows("SELECT (SELECT count(*) FROM owner), (SELECT count(*) FROM rec)", file) == [["0", "0"]])
      file.close()
      let pushed = try await client.answered { try await client.push(3, [Sample.put("x", 9)]) }
      #expect(pushed.status == 200, "\(pushed.text)")
      #expect(
        try DatabaseCopy(from: address, now: { BackendFixture.noon }).run(to: target, nowMs: BackendFixture.noon).records == 5)
    }
  }

  // copy                        | server
  // sets the mark               |
  // locks, takes its snapshot   | a push that has found its token waits for the owner's row
  // ends                        | finds the mark, and is refused
  @Test func whatIsAcknowledgedWhileTheCopyRunsIsInIt() async throws {
    let temporary = try TemporaryFolder()
    let target = temporary.file("back")
    try await served { fixture, address, client in
      let acknowledged = Acknowledged()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for device in 0..<4 {
          group.addTask {
            for number in 1... {
              let id = "w\(device)-\(number)"
              let answer = try await client.push(number, device: "c\(device)", [Sample.put(id, 1)])
              guard answer.status == 200 else {
                #expect(answer.status == 503, "\(answer.text)")
                return
              }
              acknowledged.add(id)
            }
          }
        }
        group.addTask {
          _ = await comesTrue(awaiting: { acknowledged.ids.count >= 8 })
          _ = try DatabaseCopy(from: address, now: { BackendFixture.noon }).run(to: target, nowMs: BackendFixture.noon)
        }
        try await group.waitForAll()
      }
      let file = try BackendDatabase(folder: target, makesFolder: false)
      let copied = try TestEngine.rows("SELECT id FROM rec WHERE id LIKE 'w%' ORDER BY id", file).map { $0[0] }
      #expect(copied == acknowledged.ids)
      #expect(try fixture.table("SELECT count(*) FROM rec WHERE id LIKE 'w%'") == "\(copied.count)")
    }
  }

  @Test func aDatabaseWithoutUsersThatWasCopiedTakesAFolder() async throws {
    let temporary = try TemporaryFolder()
    let address = try TestPostgres.makeSchema()
    let back = temporary.file("back")
    #expect(try DatabaseCopy(from: address, now: { BackendFixture.noon }).run(to: back, nowMs: BackendFixture.noon).users == 0)
    let token = try UserDirectory(at: .folder(back), now: { BackendFixture.noon }).add("alice").token
    #expect(try FolderCopy(from: back).run(to: address, now: { BackendFixture.noon }).users == 1)
    // And the folder, which is closed now, takes nothing.
    let again = #expect(throws: BackendError.self) {
      try DatabaseCopy(from: address, now: { BackendFixture.noon }).run(to: back, nowMs: BackendFixture.noon)
    }
    #expect(again?.code == .notEmpty)
    let store = try BackendPlace.postgres(address, connections: 2).open(
      makesFolder: false, limits: BackendLimits(), now: { BackendFixture.noon })
    let backend = try BackendServer(store, now: { BackendFixture.noon }, logger: BackendFixture.logger)
    try await BackendFixture.serve(backend) { port in
      let pushed = try await Client(port: port, token: token).push(1, [Sample.put("a", 1)])
      #expect(pushed.status == 200, "\(pushed.text)")
    }
  }

  @Test func manyRecordsComeInBatches() async throws {
    let temporary = try TemporaryFolder()
    try await served { _, address, client in
      for number in 1...2 {
        let records = (0..<2100).map { Sample.put("r\(number)-\($0)", Int64($0 + 1)) }
        let pushed = try await client.push(number, device: "ff", records)
        #expect(pushed.status == 200)
      }
      // Bodies that together are longer than a batch may be.
      let long = String(repeating: "x", count: 700_000)
      let pushed = try await client.push(3, device: "ff", (0..<8).map { Sample.put("long\($0)", 1, kind: "blob", #"{"text":"\#(long)"}"#) })
      #expect(pushed.status == 200)
      var seen: [Int] = []
      let counts = try DatabaseCopy(from: address, now: { BackendFixture.noon }).run(
        to: temporary.file("back"), nowMs: BackendFixture.noon
      ) { copied, total in
        seen.append(copied.records)
        #expect(total.records == 4212)
      }
      #expect(counts.records == 4212 && seen.filter { $0 > 0 }.count >= 5, "\(seen)")
    }
  }
}

/// The ids of records that a server has acknowledged.
private final class Acknowledged: Sendable {
  private let state = Mutex<[String]>([])
  /// All of them, sorted.
  var ids: [String] { state.withLock { $0.sorted() } }
  func add(_ id: String) { state.withLock { $0.append(id) } }
}
