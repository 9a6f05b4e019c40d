import GRDB
import HealthStore
import Synchronization
import TestSupport
import Transport

@testable import HealthSync

/// A library of its own, a clock that stands still, and engines on them.
final class SyncFixture: Sendable {
  let folder: TemporaryFolder
  let library: Library
  let clock: TestClock
  var queue: OutboxQueue { OutboxQueue(library) }
  var transport: CurlTransport { CurlTransport() }

  /// - Parameters:
  ///   - hasPulled: Whether the device knows the (empty) beginning of `ReferenceBackend`'s history; else its first run begins with a pull.
  ///   - tables: Kinds of records that the library has besides those of every library.
  init(hasPulled: Bool = true, adding tables: [SyncedTable] = []) throws {
    folder = try TemporaryFolder()
    library = try Library(at: folder.file("hsync.db"), adding: tables)
    clock = TestClock()
    if hasPulled { try execute("UPDATE sync_state SET cursor = 'e1.0'") }
  }

  /// A copy of a library: a backup that was put back, or a second machine.
  init(copying path: String) throws {
    folder = try TemporaryFolder()
    try folder.write(ProjectFiles.bytes(path), to: "hsync.db")
    library = try Library(at: folder.file("hsync.db"))
    clock = TestClock()
  }

  func engine(
    _ url: String, token: String = "secret-token", refreshToken: String? = nil, apiKey: String? = nil,
    dialect: BackendAccount.Dialect = .hsync1, dailyBytes: Int? = nil
  ) throws -> SyncEngine {
    SyncEngine(
      library: library,
      account: try BackendAccount(url: url, token: token, refreshToken: refreshToken, apiKey: apiKey, dialect: dialect),
      transport: transport, clock: clock.clock, dailyBytes: dailyBytes)
  }

  /// Adds or replaces meals as a bare shell would.
  func add(_ ids: [String], kcal: Double = 100, day: String = "2026-02-10") throws {
    try library.database.write { db in
      for id in ids {
        try db.execute(
          sql: """
            INSERT INTO meal(id, name, energy_kcal, day) VALUES (?1, 'Meal ' || ?1, ?2, ?3)
            ON CONFLICT(id) DO UPDATE SET energy_kcal = excluded.energy_kcal
            """, arguments: [id, kcal, day])
      }
    }
  }

  /// A record of each kind that has a table of its own, in UTC+1; the meal has keys of a newer schema.
  func addOneOfEachKind() throws {
    try execute(
      """
      INSERT INTO meal(id, name, energy_kcal, day, eaten_at_ms, utc_offset_min, doubts, extra) VALUES
        ('m', 'Suppe "à la" Müller', 512.5, '2026-02-10', 1770721380000, 60, '["swapped"]',
          '{"nutrition":{"zinc_mg":2},"mood":"good \u{1F642}"}');
      INSERT INTO weight(id, day, kg, measured_at_ms, utc_offset_min, source) VALUES ('2026-02-10', '2026-02-10', 71.3, 1770704580000, 60, 'user');
      INSERT INTO day_summary(id, day, zone, steps, active_kcal, heart_avg_bpm, workouts, sleep_min, samples, sources, rule_version) VALUES
        ('2026-02-10/d1', '2026-02-10', 'Europe/Paris', 8123, 432.25, 71, 1, 401, 40, 2, 1);
      INSERT INTO workout(id, activity, start_ms, end_ms, utc_offset_min, duration_min, energy_kcal, heart_avg_bpm, source) VALUES
        ('w', 'running', 1770744600000, 1770746640000, 60, 31.5, 320, 141, 'Watch');
      INSERT INTO sleep_session(id, day, start_ms, end_ms, utc_offset_min, asleep_min, in_bed_min, source) VALUES
        ('s', '2026-02-10', 1770674400000, 1770703200000, 60, 401, 470, 'Watch');
      """)
  }

  /// A planned item and a note.
  func addPlan() throws {
    try execute(
      """
      INSERT INTO planner_item(id, short_id, type, title, day, completed, created_at_ms) VALUES
        ('p', 'k7m2p4xq', 'workout', 'Run', '2026-02-10', 1, 1770721380000);
      INSERT INTO day_note(day, text) VALUES ('2026-02-10', 'guests at seven');
      """)
  }

  func execute(_ sql: String) throws { try library.database.write { try $0.execute(sql: sql) } }

  /// The same with the tables' CHECKs asleep.
  func executeUnchecked(_ sql: String) throws {
    try library.database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
      try db.execute(sql: sql)
      try db.execute(sql: "PRAGMA ignore_check_constraints = OFF")
    }
  }

  /// The rows that a query brings as lines of text, columns apart by a bar.
  func text(_ sql: String) throws -> String {
    try library.database.read { db in
      try Row.fetchAll(db, sql: sql)
        .map { row in row.databaseValues.map { $0.isNull ? "-" : "\($0.storage.value ?? "-")" }.joined(separator: "|") }
        .joined(separator: "\n")
    }
  }

  /// Everything that one user sees: the live rows, without times.
  func meals() throws -> String { try text("SELECT id, name, energy_kcal, note FROM meal ORDER BY id") }

  /// Returns the numbers of records queued, in flight and in quarantine, as `1|0|0`.
  func waiting() throws -> String {
    try text("SELECT (SELECT count(*) FROM outbox), (SELECT count(*) FROM in_flight), (SELECT count(*) FROM quarantine)")
  }
}

/// Stands still but for the waits that the engine asks for; each random number is a half.
final class TestClock: Sendable {
  private let state = Mutex((ms: Int64(1_770_724_980_000), waits: [Int64](), boot: "b", bootMs: Int64(724_980_000)))

  /// The waits requested so far, in milliseconds.
  var waits: [Int64] { state.withLock { $0.waits } }

  func advance(ms: Int64) {
    state.withLock {
      $0.ms += ms
      $0.bootMs += ms
    }
  }

  /// The machine is started anew, and its wall clock says another time.
  func restart(wallMs: Int64) { state.withLock { $0 = (ms: wallMs, waits: $0.waits, boot: $0.boot + "b", bootMs: 1000) } }

  var clock: SyncClock {
    SyncClock(
      instant: { [self] in
        let now = state.withLock { $0 }
        return SyncInstant(ms: now.ms, bootMs: now.bootMs, boot: now.boot, utcOffsetMin: 60, random: 0.5)
      },
      wait: { [self] ms in
        state.withLock {
          $0.ms += ms
          $0.bootMs += ms
          $0.waits.append(ms)
        }
      },
      elapsedMs: { 0 })
  }
}
