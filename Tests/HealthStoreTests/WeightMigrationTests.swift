import Foundation
import GRDB
import HealthModel
import Testing
import TestSupport

@testable import HealthStore

/// From schema 4 to schema 5: weights of 2–650 kg.
@Suite struct WeightMigrationTests {
  private let older: OlderLibrary
  private var path: String { older.path }

  init() throws { older = try OlderLibrary() }

  @Test func everythingOfVersion4IsThereAsItWas() throws {
    try older.make(
      version: 4,
      """
      INSERT INTO weight(day, kg) VALUES ('2026-02-09', 71.3);
      INSERT INTO weight VALUES ('2026-02-10/a', '2026-02-10', 81, 1770721380000, 60, 'Scale', '{"bmi":24}');
      DELETE FROM outbox WHERE id = '2026-02-09';
      INSERT INTO version VALUES ('weight', '2026-02-09', 5, 'd1', x'00ff');
      INSERT INTO change VALUES (1, 2, '2026-02-09', 'logged the weight');
      INSERT INTO change_row VALUES (1, 'weight', '2026-02-09', NULL, '{}');
      """)
    let tables = ["weight", "outbox", "version", "change", "change_row", "sync_state", "foreign_record"]
    let before = try DatabaseQueue(path: path).read { db in
      try tables.flatMap { table in
        try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { $0.databaseValues.map { "\($0)" }.joined(separator: "|") }
      }
    }
    let library = try Library(at: path)
    #expect(try tables.flatMap { try library.text("SELECT * FROM \($0)") } == before)
    #expect(try library.text("PRAGMA integrity_check") == ["\"ok\""])
    let new = try Library(at: older.folder.file("new.db"))
    let schema = "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name"
    #expect(try library.text(schema) == new.text(schema))
    // Its triggers are there: an edit is queued.
    try library.write { db in try db.execute(sql: "DELETE FROM outbox; UPDATE weight SET kg = 300 WHERE day = '2026-02-09'") }
    #expect(try library.text("SELECT kind, id FROM outbox") == [#""weight"|"2026-02-09""#])
  }

  /// A newer device weighed somebody whom version 4 couldn't.
  @Test func recordsThatVersion4KeptAsideAreTakenUp() throws {
    let weight = #"{"day":"2026-02-10","kg":3.4,"measured_at_ms":null,"utc_offset_min":null,"source":"user"}"#
    try older.make(
      version: 4,
      """
      INSERT INTO foreign_record VALUES ('weight', '2026-02-10', 7, 'd1', '\(weight)');
      INSERT INTO version VALUES ('weight', '2026-02-10', 7, 'd1', x'00');
      """)
    let library = try Library(at: path)
    #expect(try library.text("SELECT id, kg FROM weight") == [#""2026-02-10"|3.4"#])
    #expect(try library.text("SELECT * FROM foreign_record") == [])
    #expect(try library.text("SELECT * FROM outbox") == [])
  }
}
