import BulkSQL
import Foundation
import GRDB
import HealthModel
import TestSupport
import Testing

@testable import HealthStore

/// Files that somebody else made or changed: a clear sentence, never an endless loop or an abort.
@Suite("F17: libraries that aren't hsync's") struct HostileLibraryTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("hsync.db") }

  init() throws { folder = try TemporaryFolder() }

  /// A library that another program changed.
  private func make(_ sql: String) throws {
    _ = try Library(at: path)
    let database = try DatabaseQueue(path: path)
    try database.writeWithoutTransaction { db in try db.execute(sql: sql) }
    try database.close()
  }

  private func refusal() throws -> StoreError { try #require(throws: StoreError.self) { _ = try Library(at: path) } }

  @Test func theFingerprintIsThatOfThisVersion() throws {
    let library = try Library(at: path)
    let fingerprint = try library.read { db in try LibraryShape.fingerprint(of: db) }
    #expect(fingerprint == Schema.fingerprint, "the schema changed: give it a new version, or correct the fingerprint of a new one")
    #expect(try library.read { db in try LibraryShape.difference(of: db, version: Schema.version) }.isNone)
  }

  @Test(arguments: [-5, -9_223_372_036_854_775_808, 1, 3, 5]) func aVersionThatCantBeIsToldOnce(version: Int) throws {
    try make("PRAGMA user_version = \(Int32(clamping: version))")
    let error = try refusal()
    #expect(error.code == .damaged, "\(error.message)")
    #expect(throws: StoreError.self) { _ = try Library(reading: path) }
  }

  @Test(arguments: [
    "DROP TABLE meal; CREATE VIEW meal AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id FROM n",
    "DROP TABLE day_note; CREATE TABLE day_note(day TEXT, text AS (replace(hex(zeroblob(200000000)), '0', '00')), extra TEXT)",
    "DROP TABLE sync_state; CREATE TABLE sync_state(one, device, push_no, cursor, hlc, applying, last_ok_at)",
    "DROP TABLE outbox",
  ])
  func aTableThatIsAnotherIsRefused(sql: String) throws {
    try make(sql)
    let error = try refusal()
    #expect(error.code == .damaged)
    #expect(error.message.contains("doesn't have hsync's schema"), "\(error.message)")
  }

  @Test func anOlderFileIsLookedAtToo() throws {
    let database = try DatabaseQueue(path: path)
    try Schema.migrator.migrate(database, upTo: "4")
    try database.writeWithoutTransaction { db in try db.execute(sql: "DROP TABLE meal; CREATE VIEW meal AS SELECT 1 AS id") }
    try database.close()
    #expect(try refusal().message.contains("the table meal"))
  }

  /// Somebody's own index, view or column is theirs.
  @Test func whatIsAddedIsLeftAlone() throws {
    try make(
      """
      CREATE INDEX mine ON meal(name); CREATE VIEW soups AS SELECT * FROM meal WHERE name LIKE '%soup%'; ALTER TABLE meal ADD COLUMN mine TEXT;
      """)
    let library = try Library(at: path)
    try MealLog(library).log([StoreFixture.meal("a")], at: StoreFixture.noon)
    let difference = try library.read { db in try LibraryShape.difference(of: db, version: Schema.version) }
    #expect(difference.foreign == ["soups"] && difference.isOther && difference.unusable.isEmpty)
  }

  @Test func aTriggerWithoutAnEndIsInterrupted() throws {
    let database = try DatabaseQueue(path: path)
    defer { try? database.close() }
    database.writeWithoutTransaction { db in
      ConnectionBounds.watch(db, steps: 1_000_000)
      #expect(throws: DatabaseError.self) {
        _ = try Int.fetchOne(db, sql: "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n")
      }
    }
    let error = StoreError(DatabaseError(resultCode: .SQLITE_INTERRUPT), path: path)
    #expect(error.kind == .badData && error.hint == "see which: \(.doctor); remove them: \(.repair)")
  }

  /// A value that would take gigabytes.
  @Test func aGiantValueIsRefused() throws {
    let library = try Library(at: path)
    #expect(throws: StoreError.self) { try library.read { db in _ = try Row.fetchOne(db, sql: "SELECT zeroblob(900000000)") } }
  }

  @Test func theWordsOfForeignTriggersAreQuotedWithoutTheirControls() throws {
    try make("CREATE TRIGGER mine BEFORE INSERT ON meal BEGIN SELECT RAISE(ABORT, '\u{1B}[31mpay here'); END")
    let library = try Library(at: path)
    let error = try #require(throws: StoreError.self) { try MealLog(library).log([StoreFixture.meal("a")], at: StoreFixture.noon) }
    #expect(error.message == "a trigger in \(path) that hsync didn't create refused the change: \"?[31mpay here\"")
    #expect(error.hint == "see which: \(.doctor); remove them: \(.repair)" && error.kind == .badData)
  }

  @Test func aRefusalThatIsNoSentenceOfOursSaysWhatSQLiteSaid() throws {
    let library = try Library(at: path)
    let error = try #require(throws: StoreError.self) {
      try library.write { db in
        try db.execute(sql: "INSERT INTO browser_session(hash, name, created_at_ms, seen_at_ms) VALUES (zeroblob(32), NULL, 1, 1)")
      }
    }
    #expect(error.message.hasPrefix("a value doesn't fit its column: NOT NULL constraint failed: "), "\(error.message)")
  }

  // MARK: Repair

  /// 2100: after every edit of these tests, whose versions come from SQLite's clock.
  private static let now: Int64 = 4_102_444_800_000

  private func repair(_ library: Library, isReadable: Bool = true) -> LibraryRepair {
    LibraryRepair(library, nowMs: HostileLibraryTests.now, isReadable: { _ in isReadable })
  }

  private func text(_ sql: String, in library: Library) throws -> [String] {
    try library.read { db in try Row.fetchAll(db, sql: sql).map { $0.databaseValues.map { "\($0)" }.joined(separator: "|") } }
  }

  /// Versions that an older hsync let in: edits work at once, and a repair makes the versions plausible.
  @Test(arguments: [Int64.max, Int64.max - 1, RecordClock.ceiling, RecordClock.latest + 5] as [Int64]) func aClockBeyondReasonIsRepaired(
    hlc: Int64
  ) throws {
    let library = try Library(at: path)
    try MealLog(library).log([StoreFixture.meal("a"), StoreFixture.meal("b")], at: StoreFixture.noon)
    try library.write { db in
      try db.execute(sql: "UPDATE sync_state SET hlc = ?1; DELETE FROM outbox WHERE id = 'a'", arguments: [hlc])
      try db.execute(sql: "UPDATE outbox SET hlc = \(hlc)")
      try db.execute(sql: "INSERT INTO version VALUES ('meal', 'a', \(hlc), 'd2', x'00'), ('meal', 'gone', \(hlc), 'd2', NULL)")
      try db.execute(sql: "INSERT INTO quarantine VALUES ('day_note', '2026-02-10', \(hlc), 'range', 'm', 1)")
    }
    for (number, id) in ["a", "b", "c", "a"].enumerated() {
      let meal = StoreFixture.meal(id, "Edit \(number)")
      if id == "c" {
        try MealLog(library).log([meal], at: StoreFixture.noon)
      } else {
        try MealLog(library).update(meal, at: StoreFixture.noon)
      }
    }
    try library.write { db in
      try db.execute(sql: "DELETE FROM meal WHERE id = 'b'; INSERT INTO day_note(day, text) VALUES ('2026-02-10', 'x')")
      try db.execute(sql: "UPDATE sync_state SET hlc = \(hlc)")
    }
    guard case .clock(let ahead, _)? = try repair(library).faults().first else { return #expect(Bool(false), "no fault of the clock") }
    #expect(ahead > 0)
    var kept: JSON?
    #expect(try repair(library).repair { kept = $0 }.count == 1)
    #expect(kept?.text.contains("\(hlc)") == true)
    #expect(try repair(library).faults() == [])
    let farthest = RecordClock.farthest(atMs: Self.now)
    let beyond = ["version", "outbox", "quarantine"].map { "SELECT 1 FROM \($0) WHERE hlc > \(farthest)" }.joined(separator: " UNION ALL ")
    #expect(try text(beyond, in: library) == [])
    let isBehind = "SELECT count(*) FROM outbox, sync_state WHERE outbox.hlc > sync_state.hlc"
    #expect(try text(isBehind, in: library) == ["0"])
    try MealLog(library).log([StoreFixture.meal("d")], at: StoreFixture.noon)
  }

  @Test func pushNumberCursorAndFlightAreRepaired() throws {
    let library = try Library(at: path)
    try library.write { db in
      try db.execute(
        sql: "UPDATE sync_state SET push_no = 9223372036854775807, cursor = ?1", arguments: [String(repeating: "x", count: 8_000_000)])
      try db.execute(sql: "INSERT INTO in_flight VALUES (1, 9223372036854775807, x'00', x'01', 9, 1)")
    }
    let queue = OutboxQueue(library)
    #expect(try queue.position().push == 0 && queue.position().cursor == "" && queue.flight() == nil)
    #expect(try repair(library).faults() == [.pushNumber, .cursor, .flight])
    var kept: JSON?
    _ = try repair(library).repair { kept = $0 }
    #expect(kept?["replaced"].array?.count == 3)
    #expect(try repair(library).faults() == [])
    #expect(try text("SELECT push_no, cursor FROM sync_state", in: library) == ["0|\"\""])
  }

  @Test func anUnreadableFlightIsForgottenAndItsRecordsWait() throws {
    let library = try Library(at: path)
    try MealLog(library).log([StoreFixture.meal("a")], at: StoreFixture.noon)
    try library.write { db in try db.execute(sql: "INSERT INTO in_flight VALUES (1, 1, x'00', x'01', 9, 1)") }
    #expect(try repair(library).faults() == [])
    #expect(try repair(library, isReadable: false).repair { _ in } == [.flight])
    #expect(try text("SELECT count(*) FROM in_flight", in: library) == ["0"])
    #expect(try text("SELECT id FROM outbox", in: library) == ["\"a\""])
  }

  @Test func foreignTriggersGoAndOursComeBack() throws {
    try make(
      """
      CREATE TRIGGER "my own" AFTER INSERT ON meal BEGIN DELETE FROM weight; END; CREATE VIEW mine AS SELECT 1;
      DROP TRIGGER meal_inserted; DROP TRIGGER meal_deleted; CREATE TRIGGER meal_deleted AFTER DELETE ON meal BEGIN SELECT 1; END;
      DROP INDEX meal_by_day;
      """)
    let library = try Library(at: path)
    #expect(
      try repair(library).faults() == [.foreign(["meal_deleted", "mine", "my own"]), .missing(["meal_by_day", "meal_inserted"])])
    var kept: JSON?
    _ = try repair(library).repair { kept = $0 }
    #expect(kept?.text.contains("DELETE FROM weight") == true)
    #expect(try library.read { db in try LibraryShape.difference(of: db, version: Schema.version) }.isNone)
    try MealLog(library).log([StoreFixture.meal("a")], at: StoreFixture.noon)
    #expect(try text("SELECT id FROM outbox", in: library) == ["\"a\""])
  }

  /// As a shell leaves it that has its checks switched off: syncs and exports stumble over it, and a repair takes it out.
  @Test func rowsThatJSONCantBeMadeOfAreNamedAndMended() throws {
    let library = try Library(at: path)
    try MealLog(library).log(["a", "b", "c", "d"].map { StoreFixture.meal($0) }, at: StoreFixture.noon)
    let database = try DatabaseQueue(path: path)
    try database.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA ignore_check_constraints = ON; INSERT INTO day_note(day, text) VALUES ('2026-02-10', 'x');
          UPDATE meal SET extra = '{"a":' WHERE id = 'a'; UPDATE meal SET doubts = 'none' WHERE id = 'b';
          UPDATE meal SET extra = '{"moon":1}' WHERE id = 'c'; UPDATE day_note SET extra = 'x'
          """)
    }
    try database.close()
    let rows = [("meal", "a"), ("meal", "b"), ("day_note", "2026-02-10")].map { DamagedRow(kind: $0.0, id: $0.1) }
    #expect(try repair(library).faults() == [.unreadable(rows)])
    let error = try #require(throws: StoreError.self) {
      _ = try OutboxQueue(library).batch(maxBytes: .max, maxRecords: 10, size: { _ in 0 })
    }
    #expect(error.code == .unreadableRow && error.kind == .badData)
    #expect(error.hint == "see which: \(.doctor); fix it: \(.repair)")
    var kept: JSON?
    _ = try repair(library).repair { kept = $0 }
    #expect(kept?.text.contains(#"{\"a\":"#) == true, "\(kept?.text ?? "")")
    #expect(try repair(library).faults() == [])
    #expect(try OutboxQueue(library).batch(maxBytes: .max, maxRecords: 10, size: { _ in 0 }).records.count == 5)
    #expect(try text("SELECT extra ->> 'moon' FROM meal WHERE id = 'c'", in: library) == ["1"])
  }

  /// As a damaged page or a shell with `writable_schema` leaves it.
  @Test func valuesOfOtherTypesAreSaidAndTakenOut() throws {
    let library = try Library(at: path)
    try MealLog(library).log(["a", "b"].map { StoreFixture.meal($0) }, at: StoreFixture.noon)
    try write(
      loose: ["meal", "sync_state"],
      "UPDATE meal SET name = NULL WHERE id = 'a'; UPDATE sync_state SET push_no = 'zz', cursor = 7, hlc = 'now'")
    let reopened = try Library(at: path)
    for read in [{ _ = try MealLog(reopened).meals(on: StoreFixture.noon.day) }, { _ = try OutboxQueue(reopened).position() }] {
      let error = try #require(throws: StoreError.self) { try read() }
      #expect(error.code == .damaged && error.hint == "see \(.doctor), or restore a backup: \(.restore)")
    }
    let faults = try repair(reopened).faults()
    #expect(faults.contains(.pushNumber) && faults.contains(.misfits([DamagedRow(kind: "meal", id: "a")])), "\(faults)")
    var kept: JSON?
    _ = try repair(reopened).repair { kept = $0 }
    #expect(kept?.text.contains(#""id":"a""#) == true)
    #expect(try repair(reopened).faults() == [])
    #expect(try MealLog(reopened).meals(on: StoreFixture.noon.day).map(\.id) == ["b"])
    #expect(try OutboxQueue(reopened).position().push == 0)
    #expect(try text("SELECT id FROM outbox", in: reopened) == [#""b""#])
  }

  /// An ordinary INSERT can do that: `length` counts up to the NUL, and a cast makes a text of any bytes.
  @Test func idsThatAreNoTextAreNotSentButNamed() throws {
    let library = try Library(at: path)
    let ids = [[0xFF], [0x61, 0x00, 0x62], [0xC3, 0xA9]] as [[UInt8]]
    try library.write { db in
      for id in ids { try db.execute(sql: "INSERT INTO meal(id, name) VALUES (CAST(?1 AS TEXT), 'Z')", arguments: [Data(id)]) }
    }
    let batch = try OutboxQueue(library).batch(maxBytes: .max, maxRecords: 10, size: { _ in 0 })
    #expect(batch.records.map(\.id) == ["é"])
    let rows = [ids[1], ids[0]].map { DamagedRow(kind: "meal", key: Data($0)) }
    #expect(try repair(library).faults() == [.misfits(rows)])
    _ = try repair(library).repair { _ in }
    #expect(try repair(library).faults() == [])
    #expect(try text("SELECT count(*) FROM outbox UNION ALL SELECT count(*) FROM meal", in: library) == ["1", "1"])
  }

  /// Runs SQL while the tables take any value.
  private func write(loose tables: [String], _ sql: String) throws {
    let database = try DatabaseQueue(path: path)
    defer { try? database.close() }
    func declare(_ loosened: (String) -> String) throws {
      try database.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA writable_schema = ON")
        for (name, sql) in made {
          try db.execute(sql: "UPDATE sqlite_schema SET sql = ?1 WHERE name = ?2", arguments: [loosened(sql), name])
        }
        try db.execute(sql: "PRAGMA writable_schema = RESET")
      }
    }
    let made = try database.read { db in
      try Row.fetchAll(db, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'table'").map { ($0[0] as String, $0[1] as String) }
    }.filter { tables.contains($0.0) }
    try declare { $0.replacing(") STRICT", with: ")").replacing("NOT NULL", with: "") }
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
      try db.execute(sql: sql)
    }
    try declare { $0 }
  }

  @Test func nothingIsChangedWhatCantBeKept() throws {
    let library = try Library(at: path)
    try library.write { db in try db.execute(sql: "UPDATE sync_state SET push_no = -1") }
    #expect(throws: StoreError.self) {
      _ = try repair(library).repair { _ in throw StoreError(code: .diskFull, message: "full", hint: nil) }
    }
    #expect(try text("SELECT push_no FROM sync_state", in: library) == ["-1"])
  }
}
