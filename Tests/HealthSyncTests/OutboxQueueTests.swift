@testable import HealthStore
import TestSupport
import Testing

@testable import HealthSync

/// The effects of answers and pages on the tables, compared as text. HLCs are small numbers set by hand.
@Suite struct OutboxQueueTests {
  static let apple =
    #"{"day":"2026-02-10","eaten_at_ms":1770724980000,"utc_offset_min":0,"slot":"lunch","name":"Apple","#
    + #""brand":null,"gtin":null,"amount":{"servings":null,"grams":null},"nutrition":{"energy_kcal":52,"protein_g":null,"carbs_g":null,"#
    + #""fat_g":null,"sugars_g":null,"saturated_fat_g":null,"fiber_g":null,"salt_g":null},"#
    + #""provenance":{"source":"user","revision":null,"basis":"manual","doubts":[]},"note":null,"created_at_ms":1770724980000}"#

  /// A library whose device is `d1`, with meals `a`, `b`, `c` in the outbox under HLC 10, 20, 30, in flight as push 1.
  static func inFlight() throws -> (fixture: SyncFixture, sent: [SyncRecord]) {
    let fixture = try SyncFixture(hasPulled: false)
    try fixture.add(["a", "b", "c"])
    try fixture.execute(
      """
      UPDATE sync_state SET device = 'd1', hlc = 30;
      UPDATE outbox SET hlc = CASE id WHEN 'a' THEN 10 WHEN 'b' THEN 20 ELSE 30 END
      """)
    let sent = try fixture.queue.batch(maxBytes: 1 << 20, maxRecords: 10, size: PushBody.size(of:)).records
    try fixture.queue.store(OutboxQueue.StoredFlight(push: 1, sha: [1], body: [2], count: 3), atMs: 0)
    return (fixture, sent)
  }

  static let tables = """
    SELECT 'outbox', kind, id, hlc, NULL, NULL FROM outbox UNION ALL
    SELECT 'version', kind, id, hlc, dev, CASE WHEN hash IS NULL THEN 'gone' ELSE length(hash) END FROM version UNION ALL
    SELECT 'quarantine', kind, id, hlc, code, message FROM quarantine UNION ALL
    SELECT 'conflict', kind, id, won_hlc, won_dev, json_extract(lost_json, '$.name') FROM conflict UNION ALL
    SELECT 'foreign', kind, id, hlc, dev, json FROM foreign_record UNION ALL
    SELECT 'in_flight', push_no, count, NULL, NULL, NULL FROM in_flight UNION ALL
    SELECT 'state', push_no, cursor, iif(hlc > 1000, 'now', hlc), applying, NULL FROM sync_state ORDER BY 1, 3, 4
    """

  @Test func whatIsRecentGoesFirstThenTheRestInItsOrder() throws {
    let fixture = try SyncFixture(hasPulled: false)
    try fixture.add(["old-1", "old-2"])
    try fixture.execute("INSERT INTO meal(id, name) VALUES ('new-1', 'x'); INSERT INTO meal(id, name) VALUES ('new-2', 'x')")
    try fixture.add(["old-3"])
    func ids(_ bytes: Int, _ records: Int) throws -> [String] {
      try fixture.queue.batch(maxBytes: bytes, maxRecords: records, size: { _ in 100 }).records.map(\.id)
    }
    #expect(try ids(1 << 20, 10) == ["new-2", "new-1", "old-1", "old-2", "old-3"])
    #expect(try ids(350, 10) == ["new-2", "new-1", "old-1"])
    #expect(try ids(1, 10) == ["new-2"])
    #expect(try ids(1 << 20, 4) == ["new-2", "new-1", "old-1", "old-2"])
    #expect(try fixture.queue.batch(maxBytes: 1 << 20, maxRecords: 9, kinds: ["weight"], size: { _ in 1 }).records.isEmpty)
  }

  @Test func theNextBatchBeginsWhereTheOneUnderWayEnds() throws {
    let fixture = try SyncFixture(hasPulled: false)
    try fixture.add(["old-1", "old-2", "old-3"])
    try fixture.execute("INSERT INTO meal(id, name) VALUES ('new-1', 'x'); INSERT INTO meal(id, name) VALUES ('new-2', 'x')")
    let first = try fixture.queue.batch(maxBytes: 1 << 20, maxRecords: 3, size: { _ in 1 })
    #expect(first.records.map(\.id) == ["new-2", "new-1", "old-1"])
    #expect(first.lanes.recent == 2 && first.lanes.rest == 1)
    #expect(
      try fixture.queue.batch(maxBytes: 1 << 20, maxRecords: 3, after: first.lanes, size: { _ in 1 }).records.map(\.id) == [
        "old-2", "old-3",
      ])
  }

  @Test func everythingAccepted() throws {
    let (fixture, sent) = try Self.inFlight()
    let result = try fixture.queue.settle(sent, push: 1, outcome: SyncOutcome(), backendState: "{}", atMs: 7)
    #expect(result == OutboxQueue.Settled(accepted: 3))
    #expect(
      try fixture.text(Self.tables) == """
        state|1||30|0|-
        version|meal|a|10|d1|16
        version|meal|b|20|d1|16
        version|meal|c|30|d1|16
        """)
  }

  @Test func anExceptionOfEachKind() throws {
    let (fixture, sent) = try Self.inFlight()
    let winner = SyncRecord(kind: "meal", id: "b", hlc: 40, dev: "d2", content: .put(Self.apple))
    let outcome = SyncOutcome(
      rejected: [SyncOutcome.Rejection(kind: "meal", id: "a", code: "range", message: "no")], superseded: [winner],
      restamped: [SyncOutcome.Restamp(kind: "meal", id: "c", hlc: 25)])
    let result = try fixture.queue.settle(sent, push: 1, outcome: outcome, backendState: "{}", atMs: 7)
    #expect(result == OutboxQueue.Settled(accepted: 1, quarantined: 1, superseded: 1, conflicts: 1))
    #expect(
      try fixture.text(Self.tables) == """
        conflict|meal|b|40|d2|Meal b
        quarantine|meal|a|10|range|no
        state|1||40|0|-
        version|meal|b|40|d2|16
        version|meal|c|25|d1|16
        """)
    #expect(try fixture.text("SELECT id, name FROM meal ORDER BY id") == "a|Meal a\nb|Apple\nc|Meal c")
  }

  /// Each record is edited while its answer is under way: no edit is lost, and what stays is newer than what is agreed.
  ///
  ///     this device          the backend
  ///     sends a10 b20 c30
  ///                          rejects a, has b40 of d2, restamps c to 2^62
  ///     edits a, b, c
  ///     reads the answer
  @Test func editsDuringTheFlightStay() throws {
    let (fixture, sent) = try Self.inFlight()
    try fixture.execute("UPDATE meal SET note = 'edited'")
    let outcome = SyncOutcome(
      rejected: [SyncOutcome.Rejection(kind: "meal", id: "a", code: "range", message: "no")],
      superseded: [SyncRecord(kind: "meal", id: "b", hlc: 40, dev: "d2", content: .put(Self.apple))],
      restamped: [SyncOutcome.Restamp(kind: "meal", id: "c", hlc: 1 << 62)])
    let result = try fixture.queue.settle(sent, push: 1, outcome: outcome, backendState: "{}", atMs: 7)
    #expect(result == OutboxQueue.Settled(accepted: 1, superseded: 1))
    #expect(try fixture.text("SELECT id FROM outbox ORDER BY id") == "a\nb\nc")
    #expect(try fixture.text("SELECT hlc - (1 << 62) FROM outbox WHERE id = 'c'") == "1")
    #expect(try fixture.text("SELECT DISTINCT note FROM meal") == "edited")
    #expect(try fixture.text("SELECT count(*) FROM conflict") == "0")
    #expect(try fixture.text("SELECT (SELECT max(hlc) FROM outbox) <= hlc FROM sync_state") == "1")
  }

  @Test func aWithheldWinnerIsLeftToThePull() throws {
    let (fixture, sent) = try Self.inFlight()
    let outcome = SyncOutcome(superseded: [SyncRecord(kind: "meal", id: "b", hlc: 40, dev: "d2", content: .withheld)])
    _ = try fixture.queue.settle(sent, push: 1, outcome: outcome, backendState: "{}", atMs: 7)
    #expect(try fixture.text("SELECT id FROM outbox") == "")
    #expect(try fixture.text("SELECT id, json_extract(lost_json, '$.name') FROM conflict") == "b|Meal b")
    let pulled = try fixture.queue.apply(
      [SyncRecord(kind: "meal", id: "b", hlc: 40, dev: "d2", content: .put(Self.apple))], cursor: "e.1", snapshot: .none,
      backendState: "{}",
      atMs: 8)
    #expect(pulled == OutboxQueue.Pulled(applied: 1))
    #expect(try fixture.text("SELECT name FROM meal WHERE id = 'b'") == "Apple")
  }

  @Test func theNewerVersionWinsAndTheLoserIsKept() throws {
    let (fixture, _) = try Self.inFlight()
    let changes = [
      SyncRecord(kind: "meal", id: "a", hlc: 9, dev: "d2", content: .put(Self.apple)),
      SyncRecord(kind: "meal", id: "b", hlc: 21, dev: "d2", content: .deleted),
      SyncRecord(kind: "meal", id: "c", hlc: 30, dev: "d0", content: .put(Self.apple)),
      SyncRecord(kind: "meal", id: "n", hlc: 50, dev: "d2", content: .put(Self.apple)),
      SyncRecord(kind: "mood", id: "m", hlc: 51, dev: "d2", content: .put(#"{"x":1}"#)),
      SyncRecord(kind: "meal", id: "bad", hlc: 52, dev: "d2", content: .put(#"{"name":"no day"}"#)),
      SyncRecord(kind: "meal", id: "never", hlc: 53, dev: "d2", content: .deleted),
    ]
    for time in 1...2 {
      let pulled = try fixture.queue.apply(changes, cursor: "e.\(time)", snapshot: .none, backendState: "{}", atMs: 8)
      #expect(pulled == (time == 1 ? OutboxQueue.Pulled(applied: 3, foreign: 2, conflicts: 1) : OutboxQueue.Pulled()))
    }
    #expect(
      try fixture.text(Self.tables) == """
        conflict|meal|b|21|d2|Meal b
        foreign|meal|bad|52|d2|{"name":"no day"}
        foreign|mood|m|51|d2|{"x":1}
        in_flight|1|3|-|-|-
        outbox|meal|a|10|-|-
        outbox|meal|c|30|-|-
        state|0|e.2|53|0|-
        version|meal|b|21|d2|gone
        version|meal|bad|52|d2|16
        version|mood|m|51|d2|16
        version|meal|n|50|d2|16
        version|meal|never|53|d2|gone
        """)
    #expect(try fixture.text("SELECT id FROM meal ORDER BY id") == "a\nc\nn")
  }

  @Test func theSameEditOnTwoDevicesIsNoConflict() throws {
    let (fixture, _) = try Self.inFlight()
    let json = try fixture.queue.batch(maxBytes: 1 << 20, maxRecords: 10, size: PushBody.size(of:)).records.first { $0.id == "a" }
    guard case .put(let text) = try #require(json).content else { return #expect(Bool(false), "a is a put") }
    let pulled = try fixture.queue.apply(
      [SyncRecord(kind: "meal", id: "a", hlc: 11, dev: "d2", content: .put(text))], cursor: "e.1", snapshot: .none, backendState: "{}",
      atMs: 8)
    #expect(pulled == OutboxQueue.Pulled(applied: 1))
    #expect(try fixture.text("SELECT id FROM outbox ORDER BY id") == "b\nc")
  }

  @Test func anAppliedWinnerIsNotSentBack() throws {
    let fixture = try SyncFixture(hasPulled: false)
    _ = try fixture.queue.apply(
      [SyncRecord(kind: "meal", id: "n", hlc: 50, dev: "d2", content: .put(Self.apple))], cursor: "e.1", snapshot: .none,
      backendState: "{}",
      atMs: 8)
    #expect(try fixture.waiting() == "0|0|0")
    try fixture.add(["n"], kcal: 1)
    #expect(try fixture.text("SELECT o.hlc > v.hlc FROM outbox AS o JOIN version AS v USING (kind, id)") == "1")
  }

  @Test func aRowOfferedAgainGoesUnderItsOwnDevice() throws {
    let fixture = try SyncFixture(hasPulled: false)
    try fixture.execute("UPDATE sync_state SET device = 'd1'")
    _ = try fixture.queue.apply(
      [SyncRecord(kind: "meal", id: "n", hlc: 50, dev: "d2", content: .put(Self.apple))], cursor: "e.1", snapshot: .none,
      backendState: "{}",
      atMs: 8)
    try fixture.queue.offerEverything(to: "https://b.example", owner: nil, dialect: "hsync1", backendState: "{}")
    let again = try fixture.queue.batch(maxBytes: 1 << 20, maxRecords: 10, size: PushBody.size(of:)).records
    #expect(again == [SyncRecord(kind: "meal", id: "n", hlc: 50, dev: "d2", content: .put(Self.apple))])
  }

  @Test func aFullOrBrokenTransactionLeavesEverythingAsItWas() throws {
    let (fixture, sent) = try Self.inFlight()
    let before = try fixture.text(Self.tables)
    try fixture.execute("CREATE TRIGGER stop BEFORE UPDATE OF push_no ON sync_state BEGIN SELECT raise(ABORT, 'no'); END")
    #expect(throws: StoreError.self) {
      try fixture.queue.settle(sent, push: 1, outcome: SyncOutcome(), backendState: #"{"x":1}"#, atMs: 7)
    }
    #expect(try fixture.text(Self.tables) == before)
    #expect(try fixture.text("SELECT state FROM backend") == "{}")
  }
}
