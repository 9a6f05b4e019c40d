import GRDB
import HealthModel
import Testing
import TestSupport

@testable import HealthStore

/// The table `weight` in a bare `sqlite3` shell.
@Suite struct HealthWeightShellTests {
  private let store: StoreFixture
  /// Paris, and a zone that is a day ahead of UTC for most of the day.
  private static let zones = ["CET-1CEST,M3.5.0,M10.5.0/3", "UTC0", "LINT-14"]

  init() throws { store = try StoreFixture() }

  @Test(arguments: zones)
  func aNumberIsEnough(zone: String) throws {
    try store.shell("INSERT INTO weight(kg) VALUES (81.4)", zone: zone)
    let local = try store.shell("SELECT date('now', 'localtime')", zone: zone)
    #expect(
      try store.text("SELECT id, day, kg, source, extra, abs(measured_at_ms / 1000 - unixepoch()) < 600 FROM weight")
        == ["\(local)|\(local)|81.4|user|NULL|1"])
    #expect(try store.queued() == ["weight|\(local)"])
    #expect(try store.number("SELECT count(*) FROM outbox WHERE lane = 0") == 1)
  }

  @Test func anotherDaysTimeIsNotKnown() throws {
    try store.shell("INSERT INTO weight(day, kg) VALUES ('2026-02-10', 81), ('2026-02-11', 82.5)")
    #expect(
      try store.dump("weight") == ["2026-02-10|2026-02-10|81.0|NULL|NULL|user|NULL", "2026-02-11|2026-02-11|82.5|NULL|NULL|user|NULL"])
    #expect(try store.queued() == ["weight|2026-02-10", "weight|2026-02-11"])
  }

  @Test func aTimeMakesTheDayAndAnIdToo() throws {
    try store.shell("INSERT INTO weight(kg, measured_at_ms) VALUES (81, 1770764400000)", zone: "CET-1CEST,M3.5.0,M10.5.0/3")
    try store.shell("INSERT INTO weight(kg, measured_at_ms, utc_offset_min) VALUES (82, 1770764400000, -300)")
    try store.shell("INSERT INTO weight(id, kg) VALUES ('2026-02-12/scale', 83)")
    #expect(
      try store.dump("weight") == [
        "2026-02-10|2026-02-10|82.0|1770764400000|-300|user|NULL", "2026-02-11|2026-02-11|81.0|1770764400000|60|user|NULL",
        "2026-02-12/scale|2026-02-12|83.0|NULL|NULL|user|NULL",
      ])
  }

  @Test func aSecondOneOfTheDayIsRefusedAndMayReplaceTheFirst() throws {
    try store.shell("INSERT INTO weight(kg) VALUES (81)")
    #expect(try store.shell("INSERT INTO weight(kg) VALUES (82)", fails: true).contains("UNIQUE constraint failed: weight.id"))
    try store.shell("INSERT OR REPLACE INTO weight(kg) VALUES (83)")
    #expect(try store.text("SELECT kg FROM weight") == ["83.0"])
    try store.shell("INSERT OR IGNORE INTO weight(kg) VALUES (84)")
    #expect(try store.text("SELECT kg FROM weight") == ["83.0"])
    #expect(try store.queued().count == 1)
  }

  @Test func aWholeRowIsWrittenAsItIs() throws {
    try store.shell("INSERT INTO weight VALUES ('2026-02-10/a', '2026-02-10', 81, 1770721380000, 60, 'Scale', '{\"bmi\":24}')")
    #expect(try store.dump("weight") == [#"2026-02-10/a|2026-02-10|81.0|1770721380000|60|Scale|{"bmi":24}"#])
    #expect(
      try store.library.read { try SyncedTable.weight.json(of: "2026-02-10/a", in: $0) }
        == #"{"bmi":24,"day":"2026-02-10","kg":81,"measured_at_ms":1770721380000,"utc_offset_min":60,"source":"Scale"}"#)
  }

  @Test func editsAndDeletionsAreQueued() throws {
    try store.shell("INSERT INTO weight(day, kg) VALUES ('2026-02-10', 81); DELETE FROM outbox")
    try store.shell("UPDATE weight SET kg = 80")
    #expect(try store.queued() == ["weight|2026-02-10"])
    try store.run("DELETE FROM outbox")
    try store.shell("DELETE FROM weight")
    #expect(try store.queued() == ["weight|2026-02-10"])
  }

  /// The table, the program and the documents have one rule.
  @Test func theRangeIsTheSameEverywhere() throws {
    let range = WeightEntry.range
    let words = "\(Int(range.lowerBound))-\(Int(range.upperBound))"
    #expect(try store.text("SELECT sql FROM sqlite_schema WHERE name = 'weight'").first?.contains("kg must be \(words)") == true)
    for (page, row) in [("schema", "| `kg` | kg, 2–650 |"), ("records", "| `kg` | 2…650"), ("health", "outside 2–650 kg")] {
      let text = String(decoding: try ProjectFiles.bytes(ProjectFiles.path("docs/\(page).md")), as: UTF8.self)
      #expect(text.contains(row), "\(page)")
    }
    try store.shell("INSERT INTO weight(day, kg) VALUES ('2026-02-10', \(range.lowerBound)), ('2026-02-11', \(range.upperBound))")
  }

  @Test(arguments: [
    ("INSERT INTO weight(kg) VALUES (1.9)", "kg must be 2-650"), ("INSERT INTO weight(kg) VALUES (651)", "kg must be 2-650"),
    ("INSERT INTO weight(day, kg) VALUES ('10.2.2026', 80)", "day must be a date, YYYY-MM-DD"),
    ("INSERT INTO weight(day, kg) VALUES ('2026-02-30', 80)", "day must be a date, YYYY-MM-DD"),
    ("INSERT INTO weight(id, day, kg) VALUES ('x', '2026-02-10', 80)", "id must be the day, or the day, a slash and a device"),
    ("INSERT INTO weight(id, day, kg) VALUES ('2026-02-10/', '2026-02-10', 80)", "id must be the day, or the day, a slash and a device"),
    ("INSERT INTO weight(day, kg, measured_at_ms) VALUES ('2026-02-10', 80, 5)", "day must be the local day of measured_at_ms"),
    (
      "INSERT INTO weight(id, day, kg, utc_offset_min) VALUES ('2026-02-10', '2026-02-10', 80, 60)",
      "measured_at_ms and utc_offset_min must be given together"
    ),
    ("INSERT INTO weight(kg, source) VALUES (80, '')", "source must not be empty"),
    ("INSERT INTO weight(day) VALUES ('2026-02-10')", "NOT NULL"),
    ("INSERT INTO weight(kg) VALUES ('heavy')", "cannot store TEXT value in REAL column"),
  ])
  func whatDoesNotFitIsRefusedWithItsReason(sql: String, reason: String) throws {
    #expect(try store.shell(sql, fails: true).contains(reason))
    #expect(try store.dump("weight") + store.queued() == [])
  }
}
