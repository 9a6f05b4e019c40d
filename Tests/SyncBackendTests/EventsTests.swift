import GRDB
import Gzip
import HealthModel
import Testing
import TestSupport

@testable import SyncBackend

@Suite(.onEachEngine) struct EventsTests {
  private static let lines = [
    #"{"at_ms":1770724800000,"event":"screen_viewed","screen_id":"M-HOME"}"#,
    #"{"at_ms":1770724801000,"event":"action_succeeded","action":"manual_sync","latency_ms":80,"synced_records":3}"#,
  ]

  private func body(_ lines: [String] = lines) -> [UInt8] { Array(lines.map { $0 + "\n" }.joined().utf8) }

  private func key(_ offset: Int = 0, file: Int64 = 1_770_724_800_000) -> [String: String] {
    ["Idempotency-Key": "\"d3f1:\(file):\(offset)\""]
  }

  @Test func eachLineIsStoredOnce() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      for _ in 0..<2 {
        let answer = try await client.send(.post, "/v1/events", headers: key(), body: body())
        #expect(answer.status == 200)
        #expect(answer.text == #"{"accepted":2,"skipped":0}"#)
      }
      // A part of it again, under the place that it has.
      let offset = EventsTests.lines[0].utf8.count + 1
      let part = try await client.send(.post, "/v1/events", headers: key(offset), body: body([EventsTests.lines[1]]))
      #expect(part.status == 200)
      #expect(
        try fixture.table("SELECT name, dev, \"offset\", at_ms, event FROM event \(fixture.join("event")) ORDER BY 3")
          == "alice|d3f1|0|1770724800000|screen_viewed\nalice|d3f1|\(offset)|1770724801000|action_succeeded")
      #expect(try fixture.table("SELECT body FROM event ORDER BY \"offset\"") == EventsTests.lines.joined(separator: "\n"))
      // Another file, another user: other lines.
      let other = try await client.send(.post, "/v1/events", headers: key(file: 5), body: body())
      let bob = try await client.send(.post, "/v1/events", headers: key(), body: body(), token: fixture.bob)
      #expect(other.status == 200 && bob.status == 200)
      #expect(
        try fixture.table("SELECT name, count(*) FROM event \(fixture.join("event")) GROUP BY name ORDER BY name") == "alice|4\nbob|2")
      #expect(try fixture.records() == "")
    }
  }

  @Test func whatIsNoEventIsSkippedAndTheRestTaken() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let long = #"{"at_ms":1,"event":"e","text":"\#(String(repeating: "x", count: 5000))"}"#
      let lines = ["rubbish", EventsTests.lines[0], "[]", #"{"event":"e"}"#, #"{"at_ms":"1","event":"e"}"#, long]
      let answer = try await client.send(.post, "/v1/events", headers: key(), body: body(lines) + Array("{\"at_ms\":".utf8))
      #expect(answer.text == #"{"accepted":1,"skipped":6}"#)
      #expect(try fixture.table("SELECT \"offset\" FROM event") == "8")
    }
  }

  @Test func packedBodiesAreTaken() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let headers = key().merging(["Content-Encoding": "gzip"]) { $1 }
      let answer = try await client.send(.post, "/v1/events", headers: headers, body: try Gzip.compressed(body()))
      #expect(answer.text == #"{"accepted":2,"skipped":0}"#)
    }
  }

  static let refused: [(String, [String: String], Int, Int)] = [
    ("no key", [:], 10, 400), ("half a key", ["Idempotency-Key": "d3f1:5"], 10, 400), ("a name", ["Idempotency-Key": "me:5:0"], 10, 400),
    ("before the file", ["Idempotency-Key": "d3f1:5:-1"], 10, 400),
    ("another device", ["Idempotency-Key": "d3f1:5:0", "HSync-Device": "aa"], 10, 400),
    ("too much", ["Idempotency-Key": "d3f1:5:0"], 2_000_000, 413),
    ("nobody", ["Idempotency-Key": "d3f1:5:0", "Authorization": ""], 10, 401),
  ]

  @Test(arguments: refused) func badRequestsStoreNothing(_ name: String, headers: [String: String], bytes: Int, status: Int) async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let body = Array(repeating: UInt8(ascii: "\n"), count: bytes)
      let answer = try await client.send(.post, "/v1/events", headers: headers, body: body)
      #expect(answer.status == status, "\(name)")
      #expect(answer.json["code"].string != nil, "\(name)")
    }
    #expect(try fixture.table("SELECT count(*) FROM event") == "0")
  }

  @Test func oldEventsAreForgottenAndThoseOfADeletedUser() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      _ = try await client.send(.post, "/v1/events", headers: key(), body: body())
      fixture.clock.advance(ms: 300 * 86_400_000)
      _ = try await client.send(.post, "/v1/events", headers: key(file: 6), body: body())
      _ = try await client.send(.post, "/v1/events", headers: key(), body: body(), token: fixture.bob)
    }
    fixture.clock.advance(ms: 101 * 86_400_000)
    try fixture.restart()
    let counts = "SELECT name, file, count(*) FROM event \(fixture.join("event")) GROUP BY 1, 2 ORDER BY 1"
    #expect(try fixture.table(counts) == "alice|6|2\nbob|1770724800000|2")
    try fixture.users.delete("bob")
    #expect(try fixture.table(counts) == "alice|6|2")
    #expect(try fixture.table("SELECT count(*) FROM event") == "2")
  }

  /// A file of the version before gets the table, and keeps what it has.
  @Test func anOlderDatabaseGetsTheTable() throws {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.file("backend.db"))
    try BackendSchema.migrator.migrate(queue, upTo: "2 token lifetimes")
    try queue.write { try $0.execute(sql: "INSERT INTO owner(id, name, created_at_ms) VALUES ('x', 'ana', 1)") }
    try queue.close()
    let database = try BackendDatabase(folder: folder.path, makesFolder: false)
    #expect(try database.pool.read { try String.fetchOne($0, sql: "SELECT name FROM owner") } == "ana")
    #expect(try database.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM event") } == 0)
  }
}
