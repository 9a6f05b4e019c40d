import HealthModel
import Synchronization
import TestSupport
import Testing

@testable import SyncBackend

/// Counters that agree with the rows, and what a user can be given of theirs.
@Suite(.onEachEngine) struct CheckTests {
  private func filled() async throws -> BackendFixture {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      _ = try await client.push(1, [Sample.put("a", 1, #"{"n":1.250}"#), Sample.put("ü", 2), Sample.put("c", 3)])
      _ = try await client.push(2, [Sample.delete("c", 4), Sample.put("a", 5, #"{"n":1.250}"#)])
      _ = try await client.push(1, device: "bb", [Sample.put("s", 6, kind: "samples")])
      let event = Array(#"{"at_ms":1770724800000,"event":"screen_viewed","screen_id":"M-SCAN"}"#.utf8) + [10]
      _ = try await client.send(.post, "/v1/events", headers: ["Idempotency-Key": #""aa:1770724800000:0""#], body: event)
    }
    return fixture
  }

  @Test func whatWasPushedIsConsistent() async throws {
    let fixture = try await filled()
    let report = try fixture.users.check()
    #expect(report.findings.isEmpty && report.users == 2 && report.records == 4, "\(report.findings)")
  }

  @Test(arguments: [
    ("UPDATE owner SET records = 7 WHERE name = 'alice'", "alice", "4 records, but 7 noted"),
    ("UPDATE owner SET bytes = 1 WHERE name = 'bob'", "bob", "0 bytes, but 1 noted"),
    ("UPDATE owner SET seq = 3 WHERE name = 'alice'", "alice", "a record has the number 6, but the counter is at 3"),
    ("UPDATE rec SET seq = 4 WHERE kind = 'samples'", "alice", "a record has the number of another one"),
  ])
  func aCounterThatIsWrongIsFound(_ damage: String, _ user: String, _ sentence: String) async throws {
    let fixture = try await filled()
    if fixture.data.sqlite != nil {
      // Counters follow the rows by triggers there.
      try fixture.data.execute("DROP TRIGGER rec_replaced")
    }
    try fixture.data.execute(damage)
    let findings = try fixture.users.check().findings
    #expect(findings.contains { $0.user == user && $0.sentence == sentence }, "\(findings)")
    #expect(findings.first?.json["user"].string == user)
  }

  @Test func anExportHasEverythingOfOneUser() async throws {
    let fixture = try await filled()
    let lines = Mutex<[String]>([])
    let counts = try await fixture.users.export("alice") { line in lines.withLock { $0.append(line) } }
    #expect(counts == (4, 1))
    let values = try lines.withLock { try $0.map { try JSON(parsing: Array($0.utf8)) } }
    #expect(values.map { $0.members?.first?.key } == ["user", "device", "device", "record", "record", "record", "record", "event"])
    #expect(values[0]["user"]["name"].string == "alice" && values[0]["user"]["id"].string?.count == 32)
    #expect(values[1].text == #"{"device":{"dev":"aa","last":2,"seen_at_ms":1770724800000}}"#)
    #expect(values[3...6].compactMap { $0["record"]["id"].string } == ["ü", "c", "a", "s"])
    #expect(values[5]["record"]["data"].text == #"{"n":1.250}"#)
    #expect(values[7]["event"]["line"]["event"].string == "screen_viewed")
    let missing = await #expect(throws: BackendError.self) { try await fixture.users.export("zoe") { _ in } }
    #expect(missing?.code == .unknownUser)
  }
}
