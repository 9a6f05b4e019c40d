import FoundationEssentials
import HealthModel
import Postgres
import TestSupport
import Testing

@testable import SyncBackend

/// A folder's data go to a PostgreSQL database, and devices go on there.
@Suite(.enabled(if: TestPostgres.address != nil)) struct FolderCopyTests {
  /// A folder with two users, of whom one has pushed, deleted and sent an event.
  private func filled() async throws -> BackendFixture {
    let fixture = try BackendFixture(on: .sqlite)
    try await fixture.test { client in
      _ = try await client.push(1, [Sample.put("a", 1), Sample.put("ä", 2, #"{"text":"two\u0000"}"#), Sample.put("c", 3)])
      _ = try await client.push(2, [Sample.delete("c", 4)])
      _ = try await client.push(1, device: "bb", [Sample.put("d", 5, kind: "samples")])
      let event = Array(#"{"at_ms":1770724800000,"event":"screen_viewed","screen_id":"M-SCAN"}"#.utf8) + [10]
      let sent = try await client.send(.post, "/v1/events", headers: ["Idempotency-Key": #""aa:1770724800000:0""#], body: event)
      #expect(sent.status == 200, "\(sent.text)")
    }
    return fixture
  }

  private func served(_ address: String, _ body: @Sendable (Int) async throws -> Void) async throws {
    let store = try BackendPlace.postgres(address, connections: 2).open(
      makesFolder: false, limits: BackendLimits(), now: { BackendFixture.noon })
    let backend = try BackendServer(store, now: { BackendFixture.noon }, logger: BackendFixture.logger)
    try await BackendFixture.serve(backend, body)
  }

  @Test func everythingArrivesAndDevicesGoOn() async throws {
    let fixture = try await filled()
    let expiring = try fixture.users.addToken(for: "bob", lifetimeMs: 60_000)
    let address = try TestPostgres.makeSchema()
    let cursor = Box("")
    try await fixture.test { client in cursor.value = try #require(try await client.changes().json["next"].string) }
    let counts = try FolderCopy(from: fixture.folder.path).run(to: address, now: { BackendFixture.noon })
    #expect(counts.json.text == #"{"users":2,"records":4,"devices":2,"tokens":4,"events":1}"#)

    let side = try PostgresPool(PostgresAddress(address))
    let records = "SELECT name, kind, rec.id, hlc, dev, body, rec.seq, deleted_at_ms FROM rec"
    let there = try TestPostgres.rows("\(records) JOIN owner ON owner.id = rec.owner ORDER BY name, rec.seq", side)
    #expect(try fixture.data.rows("\(records) JOIN owner ON owner.n = rec.owner ORDER BY name, rec.seq") == there)
    let owners = "SELECT name, seq, purged_seq, now_ms, bytes, records, created_at_ms FROM owner ORDER BY name"
    #expect(try fixture.data.rows(owners) == TestPostgres.rows(owners, side))
    let events = #"SELECT dev, file, "offset", at_ms, event, body, received_at_ms FROM event"#
    #expect(try fixture.data.rows(events) == TestPostgres.rows(events, side))

    try await served(address) { port in
      let client = Client(port: port, token: fixture.alice)
      // The cursor is the folder's, the last push is answered again, and the next one is stored.
      let nothing = try await client.changes(since: cursor.value)
      #expect(nothing.status == 200 && nothing.json["changes"].array?.isEmpty == true, "\(nothing.text)")
      let again = try await client.push(2, [Sample.delete("c", 4)])
      #expect(again.status == 200 && again.json["accepted"].int == 1)
      let next = try await client.push(3, [Sample.put("e", 6)])
      #expect(next.status == 200)
      let page = try await client.changes(since: cursor.value)
      #expect(page.json["changes"].array?.compactMap { $0["id"].string } == ["e"])
      // What the folder has given out after the copy would be beyond the end.
      let end = try #require(cursor.value.split(separator: ".").first)
      let beyond = try await client.changes(since: "\(end).99")
      #expect(beyond.status == 410 && beyond.json["code"].string == "server_rewound")
      let renewed = try await client.send(
        .post, "/v1/token/refresh", body: Array(#"{"refresh_token":"\#(expiring.renewal?.refreshToken ?? "")"}"#.utf8))
      #expect(renewed.status == 200, "\(renewed.text)")
      let bob = try await client.changes(token: fixture.bob)
      #expect(bob.status == 200)
    }
  }

  @Test func aRunningServerOfTheFolderRefusesEverything() async throws { _ = try await moved() }

  /// A folder whose data have moved while its server ran, which has ended now; and a token of it.
  private func moved() async throws -> (folder: TemporaryFolder, token: String) {
    let fixture = try await filled()
    let address = try TestPostgres.makeSchema()
    try await fixture.test { client in
      _ = try FolderCopy(from: fixture.folder.path).run(to: address, now: { BackendFixture.noon })
      for answer in [try await client.push(3, [Sample.put("x", 9)]), try await client.changes()] {
        #expect(answer.status == 503 && answer.json["code"].string == "moved" && answer.headers[.retryAfter] == "5", "\(answer.text)")
      }
      let health = try await client.send(.get, "/readyz")
      #expect(health.status == 503)
      #expect(#expect(throws: BackendError.self) { try fixture.users.add("carol") }?.code == .moved)
      #expect(#expect(throws: BackendError.self) { try fixture.users.delete("bob") }?.code == .moved)
    }
    return (fixture.folder, fixture.alice)
  }

  @Test func aFolderThatHasMovedIsServedOnlyAfterItWasReopened() async throws {
    let (folder, token) = try await moved()
    let place = BackendPlace.folder(folder.path)
    let error = #expect(throws: BackendError.self) {
      try BackendServer(at: place, limits: BackendLimits(), now: { BackendFixture.noon }, trustsClock: false, logger: BackendFixture.logger)
    }
    #expect(error?.code == .moved && error?.kind == .configuration)
    try FolderCopy(from: folder.path).reopen(nowMs: BackendFixture.noon)
    let backend = try BackendServer(
      at: place, limits: BackendLimits(), now: { BackendFixture.noon }, trustsClock: false, logger: BackendFixture.logger)
    try await BackendFixture.serve(backend) { port in
      let pushed = try await Client(port: port, token: token).push(3, [Sample.put("x", 9)])
      #expect(pushed.status == 200, "\(pushed.text)")
    }
  }

  @Test func aDatabaseWithUsersIsRefusedAndTheFolderStaysOpen() async throws {
    let fixture = try await filled()
    let address = try TestPostgres.makeSchema()
    _ = try UserDirectory(at: .postgres(address), now: { BackendFixture.noon }).add("zoe")
    let copy = try FolderCopy(from: fixture.folder.path)
    let error = #expect(throws: BackendError.self) { try copy.run(to: address, now: { BackendFixture.noon }) }
    #expect(error?.code == .notEmpty && error?.kind == .cantCreate)
    try await fixture.test { client in
      let pushed = try await client.push(3, [Sample.put("x", 9)])
      #expect(pushed.status == 200)
    }
  }

  @Test func aCopyThatIsCutLeavesTheDatabaseEmptyAndTheFolderOpen() async throws {
    let fixture = try await filled()
    let address = try TestPostgres.makeSchema()
    let copy = try FolderCopy(from: fixture.folder.path)
    let side = try PostgresPool(PostgresAddress(address))
    let error = #expect(throws: BackendError.self) {
      try copy.run(to: address, now: { BackendFixture.noon }) { _, _ in
        _ = try? side.runBlocking { try $0.run(TestPostgres.cut).count }
      }
    }
    #expect(error?.code == .unreachable, "\(error?.message ?? "")")
    #expect(try TestPostgres.rows("SELECT count(*) FROM owner", side) == [["0"]])
    try await fixture.test { client in
      let pushed = try await client.push(3, [Sample.put("x", 9)])
      #expect(pushed.status == 200)
    }
    #expect(try copy.run(to: address, now: { BackendFixture.noon }).records == 5)
  }

  @Test func manyRecordsGoInBatches() async throws {
    let fixture = try BackendFixture(on: .sqlite)
    try await fixture.test { client in
      for number in 1...2 {
        let records = (0..<3000).map { Sample.put("r\(number)-\($0)", Int64($0 + 1)) }
        let pushed = try await client.push(number, records)
        #expect(pushed.status == 200)
      }
    }
    let address = try TestPostgres.makeSchema()
    var seen: [Int] = []
    let counts = try FolderCopy(from: fixture.folder.path).run(to: address, now: { BackendFixture.noon }) { copied, total in
      seen.append(copied.records)
      #expect(total.records == 6000 && total.users == 2)
    }
    #expect(counts.records == 6000 && seen == [2000, 4000, 6000])
    let side = try PostgresPool(PostgresAddress(address))
    #expect(try TestPostgres.rows("SELECT count(*), count(DISTINCT seq), max(seq) FROM rec", side) == [["6000", "6000", "6000"]])
  }
}

/// A value that a test's closure leaves behind; one task at a time uses it.
private final class Box: @unchecked Sendable {
  var value: String
  init(_ value: String) { self.value = value }
}
