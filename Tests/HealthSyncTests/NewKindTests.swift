import GRDB
import HealthModel
import TestSupport
import Testing

@testable import HealthStore
@testable import HealthSync

/// The recipe of CONTRIBUTING.md for a new kind of record: a table and its `SyncedTable` are enough for all generic code.
@Suite struct NewKindTests {
  /// A day's mood, by device: a kind that only the libraries of these tests have.
  private static let mood = SyncedTable(
    kind: "mood", table: "mood", since: Schema.version + 1, noun: SyncedTable.Noun("mood"), listing: .doctor,
    columns: [
      SyncedColumn("day", .text, required: true), SyncedColumn("level", .integer, required: true), SyncedColumn("word", .text),
    ],
    recency: .day("day"), deviceInID: .behindDay)

  private let backend: ReferenceBackend
  private let device: SyncFixture
  private let noon = Moment(ms: 1_770_721_380_000, utcOffsetMin: 60)

  init() throws {
    backend = try ReferenceBackend()
    device = try Self.device()
  }

  private static func device() throws -> SyncFixture {
    let device = try SyncFixture(adding: [mood])
    try device.execute(
      """
      CREATE TABLE mood(id TEXT PRIMARY KEY NOT NULL, day TEXT NOT NULL, level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 5), word TEXT,
        extra TEXT) STRICT, WITHOUT ROWID
      """)
    for trigger in mood.triggers { try device.execute(trigger) }
    return device
  }

  private func sync(_ device: SyncFixture) async throws -> SyncReport { try await device.engine(backend.url).run(reason: .person) }

  private static let insert = "INSERT INTO mood(id, day, level, word) VALUES ('m', '2026-02-10', 4, 'calm')"
  private static let all = "SELECT id, day, level, word, extra FROM mood"

  @Test func itGoesFromDeviceToDeviceAndIsDeletedThere() async throws {
    let other = try Self.device()
    try device.execute(Self.insert)
    #expect(try await sync(device).pushed == 1)
    #expect(backend.text() == #"mood/m {"day":"2026-02-10","level":4,"word":"calm"}"#)
    #expect(try await sync(other).pulled == 1)
    #expect(try other.text(Self.all) == "m|2026-02-10|4|calm|-")
    try other.execute("DELETE FROM mood")
    #expect(try await sync(other).pushed == 1)
    #expect(try await sync(device).pulled == 1)
    #expect(try device.text(Self.all).isEmpty && device.waiting() == "0|0|0")
  }

  /// A version beyond the table's bounds is kept aside, as that of a newer hsync is.
  @Test func whatDoesNotFitItsTableIsKept() throws {
    let change = SyncRecord(kind: "mood", id: "m", hlc: 1 << 40, dev: "d2", content: .put(#"{"day":"2026-02-10","level":9}"#))
    let pulled = try device.queue.apply([change], cursor: "e1.1", snapshot: .none, backendState: "{}", atMs: noon.ms)
    #expect(pulled.foreign == 1)
    #expect(try device.text("SELECT kind, json FROM foreign_record") == #"mood|{"day":"2026-02-10","level":9}"#)
  }

  @Test func anEditThatLosesCanBeHadAgain() async throws {
    let other = try Self.device()
    try device.execute(Self.insert)
    _ = try await sync(device)
    _ = try await sync(other)
    try other.execute("UPDATE mood SET word = 'older'")
    // Some seconds later.
    try device.execute("UPDATE sync_state SET hlc = hlc + (1 << 30); UPDATE mood SET word = 'newer'")
    _ = try await sync(device)
    #expect(try await sync(other).conflicts == 1)
    let log = ConflictLog(other.library)
    let lost = try log.entries()
    #expect(lost.map(\.lost) == [#"{"day":"2026-02-10","level":4,"word":"older"}"#] && lost.map(\.isRestored) == [false])
    try log.restore(lost, title: "restored a mood", at: noon)
    #expect(try other.text(Self.all) == "m|2026-02-10|4|older|-")
    #expect(try other.library.undo(at: noon).title == "restored a mood")
    #expect(try other.text(Self.all) == "m|2026-02-10|4|newer|-")
  }

  @Test func aChangeOfItIsUndone() throws {
    try device.library.write { db in
      try UndoLog(db: db).record("logged a mood", of: Self.mood, ids: ["m"], at: noon) { try db.execute(sql: Self.insert) }
    }
    #expect(try device.library.undo(at: noon) == UndoneChange(title: "logged a mood", atMs: noon.ms, count: 1))
    #expect(try device.text(Self.all).isEmpty)
    try device.library.write { db in
      try UndoLog(db: db).record("logged a mood", of: Self.mood, ids: ["m"], at: noon) { try db.execute(sql: Self.insert) }
    }
    try device.execute("UPDATE mood SET level = 1")
    let error = try #require(throws: StoreError.self) { try device.library.undo(at: noon) }
    #expect(error.hint == "see what is there with: \(.doctor)")
  }

  @Test func aRefusedOneIsOfferedAgainOrDropped() throws {
    try device.execute(Self.insert + "; INSERT INTO quarantine SELECT kind, id, hlc, 'range', 'no', 1 FROM outbox; DELETE FROM outbox")
    let log = QuarantineLog(device.library)
    let refused = try log.entries()
    #expect(refused.map(\.content) == [.put(#"{"day":"2026-02-10","level":4,"word":"calm"}"#)])
    #expect(try log.retry(refused) == 1)
    #expect(try device.text("SELECT kind, id, lane FROM outbox") == "mood|m|1")
    try device.execute("INSERT INTO quarantine SELECT kind, id, hlc, 'range', 'no', 1 FROM outbox; DELETE FROM outbox")
    try log.drop(log.entries().map { (entry: $0, theirs: nil) }, title: "dropped a mood", at: noon)
    #expect(try device.text(Self.all).isEmpty)
  }

  @Test func itsIDFollowsTheDevices() throws {
    let old = try device.queue.position().device
    try device.execute("INSERT INTO mood(id, day, level) VALUES ('2026-02-10/\(old)', '2026-02-10', 3)")
    try device.queue.becomeDevice("00000000", backendState: "{}")
    #expect(try device.text("SELECT id FROM mood") == "2026-02-10/00000000")
    let waiting = try device.text("SELECT id FROM outbox ORDER BY id = '2026-02-10/00000000'")
    #expect(waiting == "2026-02-10/\(old)\n2026-02-10/00000000")
  }

  @Test func itIsExported() throws {
    try device.execute(Self.insert)
    for (format, lines) in [
      (ExportFormat.json, #"{"kind":"mood","id":"m","day":"2026-02-10","level":4,"word":"calm"}"#),
      (.csv, "id,day,level,word,extra\nm,2026-02-10,4,calm,"),
    ] {
      var sink = Lines()
      _ = try LibraryExport(device.library).write([ExportKind(Self.mood)], as: format, into: &sink)
      #expect(sink.text == lines + "\n")
    }
  }

  @Test func aDamagedRowIsFoundAndMended() throws {
    try device.execute(Self.insert)
    try device.execute("UPDATE mood SET extra = '{'")
    // Of the triggers a repair knows nothing, as no version of the schema makes them.
    let repair = LibraryRepair(device.library, nowMs: 4_102_444_800_000, isReadable: { _ in true })
    #expect(try repair.faults() == [.unreadable([DamagedRow(kind: "mood", id: "m")]), .foreign(Self.mood.triggerNames.sorted())])
    _ = try repair.repair { _ in }
    #expect(try repair.faults() == [])
    #expect(try device.text(Self.all) == "m|2026-02-10|4|calm|-")
  }

  /// Keeps what an export writes.
  private struct Lines: ExportSink {
    var text = ""

    mutating func begin(_ kind: ExportKind) {}
    mutating func write(_ lines: [UInt8]) { text += String(decoding: lines, as: UTF8.self) }
    mutating func end(_ kind: ExportKind, count: Int) {}
  }
}
