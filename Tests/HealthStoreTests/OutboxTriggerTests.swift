import Foundation
import GRDB
import HealthModel
import Testing
import TestSupport

@testable import HealthStore

@Suite struct OutboxTriggerTests {
  private let store: StoreFixture

  init() throws { store = try StoreFixture() }

  /// Milliseconds of the clock, as an HLC begins with.
  private func hlcNow() throws -> Int64 { try store.number("SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) << 16") }

  private func hlc(_ id: String) throws -> Int64 { try store.number("SELECT hlc FROM outbox WHERE id = '\(id)'") }

  @Test func theShellsInsertUpdateAndDeleteAreQueuedOnceEach() throws {
    try store.shell("INSERT INTO meal(id, name, energy_kcal) VALUES ('a', 'Apple', 52)")
    #expect(try store.queued() == ["meal|a"])
    let inserted = try hlc("a")
    try store.shell("UPDATE meal SET energy_kcal = 53 WHERE id = 'a'")
    #expect(try store.queued() == ["meal|a"])
    let updated = try hlc("a")
    #expect(updated > inserted)
    try store.shell("DELETE FROM meal WHERE id = 'a'")
    #expect(try store.queued() == ["meal|a"])
    #expect(try hlc("a") > updated)
    #expect(try store.dump("meal") == [])
  }

  @Test func anInsertTakesOneHLCHoweverLittleIsGiven() throws {
    for sql in ["(id, name) VALUES ('x', 'A')", "(id, name, day) VALUES ('x', 'A', '2026-02-10')"] {
      try store.run("UPDATE sync_state SET hlc = 4000000000000000000; DELETE FROM meal; UPDATE sync_state SET hlc = 4000000000000000000")
      try store.shell("INSERT INTO meal\(sql)")
      #expect(try store.number("SELECT hlc FROM sync_state") == 4_000_000_000_000_000_001)
      #expect(try hlc("x") == 4_000_000_000_000_000_001)
    }
  }

  @Test func everyRowOfOneStatementHasAnHLCOfItsOwn() throws {
    let before = try hlcNow()
    try store.shell("INSERT INTO meal(name) WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) SELECT 'food ' || i FROM n")
    #expect(try store.number("SELECT count(DISTINCT hlc) FROM outbox") == 500)
    #expect(try store.number("SELECT min(hlc) FROM outbox") >= before)
    #expect(try store.number("SELECT max(hlc) FROM outbox") == store.number("SELECT hlc FROM sync_state"))
  }

  @Test func anHLCIsAboveTheClockTheStateTheVersionAndTheQuarantine() throws {
    let far: Int64 = 4_000_000_000_000_000_000
    try store.run("INSERT INTO version VALUES ('meal', 'v', \(far), 'd1', NULL)")
    try store.run("INSERT INTO quarantine VALUES ('meal', 'q', \(far + 50), 'range', 'too much', 0)")
    try store.run("INSERT INTO meal(id, name) VALUES ('v', 'A')")
    #expect(try hlc("v") == far + 1)
    try store.run("INSERT INTO meal(id, name) VALUES ('q', 'A')")
    #expect(try hlc("q") == far + 51)
    try store.run("INSERT INTO meal(id, name) VALUES ('n', 'A')")
    #expect(try hlc("n") == far + 52)
    // The clock is set back: the state decides.
    try store.run("UPDATE meal SET name = 'B' WHERE id = 'v'")
    #expect(try hlc("v") == far + 53)
  }

  @Test func anEditTakesARecordOutOfQuarantine() throws {
    for (id, edit) in [
      ("i", "INSERT INTO meal(id, name) VALUES ('i', 'A')"), ("u", "UPDATE meal SET name = 'B' WHERE id = 'u'"),
      ("d", "DELETE FROM meal WHERE id = 'd'"),
    ] {
      if id != "i" { try store.run("INSERT INTO meal(id, name) VALUES ('\(id)', 'A'); DELETE FROM outbox") }
      try store.run("INSERT INTO quarantine VALUES ('meal', '\(id)', 5, 'range', 'too much', 0)")
      try store.shell(edit)
      #expect(try store.dump("quarantine") == [], "\(id)")
      #expect(try store.text("SELECT id FROM outbox WHERE id = '\(id)'") == [id])
    }
  }

  @Test func whatComesFromTheBackendIsNotQueued() throws {
    try store.run("UPDATE sync_state SET applying = 1")
    let before = try store.dump("sync_state")
    try store.run("INSERT INTO meal(id, name) VALUES ('a', 'A'); UPDATE meal SET name = 'B', id = 'b'; DELETE FROM meal")
    #expect(try store.queued() == [])
    #expect(try store.dump("sync_state") == before)
  }

  @Test func anUpdateThatChangesNothingIsNotQueued() throws {
    try store.run("INSERT INTO meal(id, name) VALUES ('a', 'A'); DELETE FROM outbox")
    try store.shell("UPDATE meal SET name = name, energy_kcal = energy_kcal, extra = extra")
    #expect(try store.queued() == [])
  }

  @Test(arguments: SyncedTable.meal.columns.map(\.name) + ["extra"])
  func aChangeOfEachColumnIsQueued(column: String) throws {
    let values = ["day": "'2026-02-11', eaten_at_ms = eaten_at_ms + 86400000", "eaten_at_ms": "eaten_at_ms + 1", "utc_offset_min": "61"]
    let texts = ["slot": "'dinner'", "gtin": "'9520000000004'", "basis": "'serving'", "doubts": "'[\"x\"]'", "extra": "'{\"x\":1}'"]
    try store.meals.log([StoreFixture.meal("a")], at: StoreFixture.noon)
    try store.run("DELETE FROM outbox")
    try store.shell("UPDATE meal SET \(column) = \(values[column] ?? texts[column] ?? "7")")
    #expect(try store.queued() == ["meal|a"])
  }

  @Test func recordsOfTheLastTwoDaysGoFirst() throws {
    try store.run(
      """
      INSERT INTO meal(id, name, day) VALUES ('today', 'A', date('now')), ('two', 'A', date('now', '-2 day')),
        ('three', 'A', date('now', '-3 day')), ('old', 'A', '2020-01-01')
      """)
    #expect(try store.text("SELECT id, lane FROM outbox ORDER BY id") == ["old|1", "three|1", "today|0", "two|0"])
    try store.run("UPDATE meal SET day = date('now'), eaten_at_ms = NULL WHERE id = 'old'")
    try store.run("UPDATE meal SET day = '2020-01-01', eaten_at_ms = NULL WHERE id = 'today'")
    #expect(try store.text("SELECT id, lane FROM outbox ORDER BY id") == ["old|0", "three|1", "today|1", "two|0"])
  }

  @Test func aNewIDIsAPutAndADeletion() throws {
    try store.run("INSERT INTO meal(id, name) VALUES ('old', 'A'); DELETE FROM outbox")
    try store.run("INSERT INTO version VALUES ('meal', 'old', 4000000000000000000, 'd1', NULL)")
    try store.run("INSERT INTO quarantine VALUES ('meal', 'old', 5, 'range', 'too much', 0)")
    try store.shell("UPDATE meal SET id = 'new'")
    #expect(try store.queued() == ["meal|new", "meal|old"])
    #expect(try hlc("old") > 4_000_000_000_000_000_000)
    #expect(try store.dump("quarantine") == [])
  }

  @Test func replacingAndUpsertingQueueTheRowOnce() throws {
    try store.run("INSERT INTO meal(id, name) VALUES ('a', 'A')")
    var last = try hlc("a")
    for sql in [
      "INSERT OR REPLACE INTO meal(id, name) VALUES ('a', 'B')", "REPLACE INTO meal(id, name, day) VALUES ('a', 'C', '2026-02-10')",
      "INSERT INTO meal(id, name) VALUES ('a', 'D') ON CONFLICT DO UPDATE SET name = excluded.name", "UPDATE OR IGNORE meal SET name = 'E'",
      "PRAGMA recursive_triggers = ON; REPLACE INTO meal(id, name) VALUES ('a', 'F')",
    ] {
      try store.shell(sql)
      #expect(try store.queued() == ["meal|a"])
      #expect(try hlc("a") > last, "\(sql)")
      last = try hlc("a")
    }
    try store.shell("INSERT OR IGNORE INTO meal(id, name) VALUES ('a', 'G')")
    #expect(try hlc("a") == last)
    #expect(try store.text("SELECT name FROM meal") == ["F"])
  }

  @Test func aRefusedEditLeavesNothingInTheOutbox() throws {
    let said = try store.shell("INSERT INTO meal(name, energy_kcal) VALUES ('Apple', 10000)", fails: true)
    #expect(said.contains("CHECK constraint failed: energy_kcal must be 0-9999"))
    try store.shell("BEGIN; INSERT INTO meal(name) VALUES ('Apple'); ROLLBACK")
    #expect(try store.queued() == [])
    #expect(try store.number("SELECT hlc FROM sync_state") == 0)
  }

  /// ```
  /// library                     the shell's connection
  /// BEGIN IMMEDIATE; insert a
  ///                             insert b (waits)
  /// COMMIT
  ///                             (goes on)
  /// ```
  @Test func twoWritersNeverShareAnHLC() throws {
    let other = try Library(at: store.folder.file("hsync.db"))
    for index in 0..<50 {
      try store.run("INSERT INTO meal(id, name) VALUES ('a\(index)', 'A')")
      try other.write { db in try db.execute(sql: "INSERT INTO meal(id, name) VALUES ('b\(index)', 'B')") }
    }
    #expect(try store.number("SELECT count(DISTINCT hlc) FROM outbox") == 100)
    #expect(try store.text("SELECT substr(id, 1, 1) FROM outbox ORDER BY hlc") == (0..<50).flatMap { _ in ["a", "b"] })
  }
}
