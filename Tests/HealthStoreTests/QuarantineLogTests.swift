import GRDB
import HealthModel
import Testing
import TestSupport

@testable import HealthStore

/// Refused records: found by name, sent again, given up.
@Suite struct QuarantineLogTests {
  private let store: StoreFixture
  private let log: QuarantineLog
  private let noon = StoreFixture.noon

  init() throws {
    store = try StoreFixture()
    log = QuarantineLog(store.library)
  }

  /// Logs a meal and has the backend refuse it.
  private func refuse(_ id: String, _ name: String = "Porridge", takenBefore: Bool = false) throws {
    if takenBefore {
      try store.meals.log([StoreFixture.meal(id, "Before")], at: noon)
      try settle([:])
      var edited = StoreFixture.meal(id, name)
      edited.note = "edited"
      try store.meals.update(edited, at: noon)
    } else {
      try store.meals.log([StoreFixture.meal(id, name)], at: noon)
    }
    try settle([id: "range"])
    try store.run("DELETE FROM change")
  }

  private func settle(_ rejected: [String: String]) throws {
    let queue = OutboxQueue(store.library)
    let batch = try queue.batch(maxBytes: .max, maxRecords: 100, size: { _ in 1 })
    let outcome = SyncOutcome(
      rejected: batch.records.compactMap { record in
        rejected[record.id].map { SyncOutcome.Rejection(kind: record.kind, id: record.id, code: $0, message: "too much") }
      })
    _ = try queue.settle(batch.records, push: 1, outcome: outcome, backendState: "{}", atMs: noon.ms)
  }

  private func theirs(_ entry: QuarantineLog.Entry, hlc: Int64, _ content: SyncRecord.Content) -> SyncRecord {
    SyncRecord(kind: entry.kind, id: entry.id, hlc: hlc, dev: "77aa", content: content)
  }

  @Test func anEntryTellsWhatItIsAndWhy() throws {
    try refuse("a", takenBefore: true)
    let entry = try #require(try log.entries().first)
    #expect(entry.code == "range" && entry.message == "too much" && entry.atMs == noon.ms && entry.isKnownToBackend)
    #expect(try entry.content == .put(#require(store.library.read { try SyncedTable.meal.json(of: "a", in: $0) })))
    try store.meals.delete([StoreFixture.meal("a")], at: noon)
    try settle(["a": "range"])
    #expect(try log.entries().map(\.content) == [.deleted])
  }

  @Test func retryingQueuesUnderANewVersion() throws {
    try refuse("a")
    try refuse("b")
    let entries = try log.entries()
    let before = try store.number("SELECT max(hlc) FROM quarantine")
    // A clock that was set back must not make the new version smaller than the refused one.
    try store.run("UPDATE sync_state SET hlc = 5")
    #expect(try log.retry(entries) == 2)
    #expect(try store.dump("quarantine") == [])
    #expect(try store.queued().sorted() == ["meal|a", "meal|b"])
    #expect(try store.number("SELECT min(hlc) FROM outbox") > before)
    // Old entries do nothing.
    #expect(try log.retry(entries) == 0)
  }

  @Test func aRetriedRecordTakesTheLaneOfItsDay() throws {
    try refuse("a")
    _ = try log.retry(try log.entries())
    #expect(try store.text("SELECT lane FROM outbox") == ["1"])
  }

  /// A record of a newer hsync goes out as it came, not as the old row that may be there.
  @Test func aRetriedForeignRecordKeepsItsText() throws {
    try store.run(
      """
      INSERT INTO foreign_record(kind, id, hlc, dev, json) VALUES ('mood', 'm', 7, '77aa', '{"joy":1}');
      INSERT INTO quarantine(kind, id, hlc, code, message, at) VALUES ('mood', 'm', 7, 'x', 'y', 1);
      """)
    _ = try log.retry(try log.entries())
    let batch = try OutboxQueue(store.library).batch(maxBytes: .max, maxRecords: 10, size: { _ in 1 })
    #expect(batch.records.map(\.content) == [.put(#"{"joy":1}"#)])
    #expect(batch.records.first?.dev == nil)
  }

  @Test func droppingPutsTheBackendsVersionBackAndUndoTheRefusedOne() throws {
    try refuse("a", takenBefore: true)
    let entry = try #require(try log.entries().first)
    guard case .put(let refused) = entry.content else { Issue.record("not a row"); return }
    let json = refused.replacing("Porridge", with: "Theirs")
    try log.drop([(entry, theirs(entry, hlc: entry.hlc - 1, .put(json)))], title: "dropped it", at: noon)
    #expect(try store.text("SELECT name FROM meal") == ["Theirs"])
    #expect(try store.dump("quarantine") == [] && store.queued() == [])
    #expect(try store.text("SELECT hlc, dev FROM version") == ["\(entry.hlc - 1)|77aa"])
    #expect(try store.library.undo(at: noon).title == "dropped it")
    #expect(try store.library.read { try SyncedTable.meal.json(of: "a", in: $0) } == refused)
    // It is an edit again, newer than what was refused.
    #expect(try store.queued() == ["meal|a"])
    #expect(try store.number("SELECT hlc FROM outbox") > entry.hlc)
  }

  @Test func droppingDeletesWhatTheBackendNeverTook() throws {
    try refuse("a")
    try refuse("b")
    let entries = try log.entries()
    try log.drop(entries.map { ($0, nil) }, title: "dropped 2", at: noon)
    #expect(try store.dump("meal") == [] && store.queued() == [] && store.dump("version") == [])
    _ = try store.library.undo(at: noon)
    #expect(try store.text("SELECT id FROM meal ORDER BY id") == ["a", "b"])
  }

  @Test func aRefusedDeletionThatIsDroppedBringsTheRecordBack() throws {
    try refuse("a", takenBefore: true)
    let row = try #require(try store.library.read { try SyncedTable.meal.json(of: "a", in: $0) })
    try store.meals.delete([StoreFixture.meal("a")], at: noon)
    try settle(["a": "range"])
    let entry = try #require(try log.entries().first)
    try log.drop([(entry, theirs(entry, hlc: 9, .put(row)))], title: "dropped it", at: noon)
    #expect(try store.text("SELECT id FROM meal") == ["a"])
  }

  /// A record edited between listing and dropping is kept, and the whole drop is cancelled.
  @Test func nothingIsDroppedWhenOneWasEdited() throws {
    try refuse("a")
    try refuse("b")
    let entries = try log.entries()
    try store.run("UPDATE meal SET note = 'better' WHERE id = 'a'")
    let before = try store.dump("meal")
    let error = #expect(throws: StoreError.self) { try log.drop(entries.map { ($0, nil) }, title: "dropped 2", at: noon) }
    #expect(error?.kind == .no)
    #expect(try store.dump("meal") == before)
    #expect(try log.entries().map(\.id) == ["b"])
  }

  @Test(arguments: [
    ("01a2-meal-aa11", "01a2-meal-aa11"), ("01a2", "01a2-meal-aa11"), ("AA11", "01a2-meal-aa11"), ("weight/2026-02-10", "2026-02-10"),
    ("2026-02-10", "2026-02-10"), ("2026-02-10/", "2026-02-10/d3f1"), ("meal/01", "01a2-meal-aa11"), ("d3f1", "2026-02-10/d3f1"),
  ])
  func aRecordIsNamedByPartsOfItsID(typed: String, expected: String) throws {
    let found = try RecordName(typed).only(of: candidates, key: { $0 }, noun: "record", list: .queue)
    #expect(found.id == expected)
  }

  @Test(arguments: [("nothing", ErrorKind.no), ("a11", .no), ("", .no), ("2026", .usage), ("0", .usage), ("meal/2026", .no)])
  func whatIsNoNameIsRefused(typed: String, kind: ErrorKind) {
    let error = #expect(throws: StoreError.self) {
      _ = try RecordName(typed).only(of: candidates, key: { $0 }, noun: "record", list: .queue)
    }
    #expect(error?.kind == kind)
    #expect(error?.hint != nil)
  }

  private let candidates = [
    (kind: "meal", id: "01a2-meal-aa11"), (kind: "meal", id: "07b3-meal-bb22"), (kind: "weight", id: "2026-02-10"),
    (kind: "weight", id: "2026-02-10/d3f1"),
  ]
}
