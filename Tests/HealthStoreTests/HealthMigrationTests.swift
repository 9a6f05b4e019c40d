import Foundation
import GRDB
import HealthModel
import Testing
import TestSupport

@testable import HealthStore

/// From schema 1, by schema 2, to the one of now.
@Suite struct HealthMigrationTests {
  private let older: OlderLibrary
  private var path: String { older.path }

  init() throws { older = try OlderLibrary() }

  private let tables = [
    "meal", "outbox", "version", "in_flight", "quarantine", "conflict", "sync_state", "backend", "product_answer", "pending_lookup",
    "notebook",
    "change", "change_row",
  ]

  @Test func everythingOfVersion1IsThereAsItWas() throws {
    try older.make(
      version: 1,
      """
      INSERT INTO meal(id, name, day, energy_kcal, extra) VALUES ('a', 'Apple', '2026-02-10', 52, '{"x":1}');
      INSERT INTO meal(id, name, day) VALUES ('b', 'Soup', '2026-02-10');
      DELETE FROM outbox WHERE id = 'a';
      INSERT INTO version VALUES ('meal', 'a', 5, 'd1', x'00ff');
      INSERT INTO quarantine VALUES ('meal', 'q', 5, 'range', 'too much', 0);
      INSERT INTO conflict(kind, id, won_hlc, won_dev, at) VALUES ('meal', 'c', 1, 'd', 2);
      INSERT INTO in_flight VALUES (1, 3, x'00', x'01', 1, 5);
      INSERT INTO notebook VALUES ('n', 'text');
      INSERT INTO change VALUES (1, 2, '2026-02-10', 'logged Apple');
      INSERT INTO change_row VALUES (1, 'meal', 'a', NULL, '{}');
      UPDATE sync_state SET push_no = 4, cursor = 'c';
      UPDATE backend SET url = 'https://example.org';
      """)
    let before = try DatabaseQueue(path: path).read { db in
      try tables.flatMap { table in
        try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { $0.databaseValues.map { "\($0)" }.joined(separator: "|") }
      }
    }
    let library = try Library(at: path)
    #expect(try tables.flatMap { try library.text("SELECT * FROM \($0)") } == before)
    #expect(try library.text("PRAGMA user_version") == ["\(Schema.version)"])
    #expect(try library.text("PRAGMA integrity_check") == ["\"ok\""])
    // And the file is like a new one.
    let new = try Library(at: older.folder.file("new.db"))
    let schema = "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name"
    #expect(try library.text(schema) == new.text(schema))
  }

  @Test func recordsThatVersion1KeptAsideAreTakenUp() throws {
    let weight = #"{"day":"2026-02-10","kg":81.5,"measured_at_ms":null,"utc_offset_min":null,"source":"user","bmi":24}"#
    let heavy = weight.replacingOccurrences(of: "81.5", with: "700")
    try older.make(
      version: 1,
      """
      INSERT INTO foreign_record VALUES ('weight', '2026-02-10', 7, 'd1', '\(weight)'), ('weight', '2026-02-10/x', 8, 'd1', '\(heavy)'),
        ('planner_item', 'p', 9, 'd1', '{}');
      INSERT INTO version VALUES ('weight', '2026-02-10', 7, 'd1', x'00'), ('weight', '2026-02-10/x', 8, 'd1', x'01'),
        ('planner_item', 'p', 9, 'd1', x'02');
      """)
    let library = try Library(at: path)
    #expect(try library.text("SELECT id, kg, json_extract(extra, '$.bmi') FROM weight") == [#""2026-02-10"|81.5|24"#])
    #expect(
      try library.text("SELECT kind, id FROM foreign_record ORDER BY hlc") == [
        #""weight"|"2026-02-10/x""#, #""planner_item"|"p""#,
      ])
    #expect(try library.text("SELECT * FROM outbox") == [])
    #expect(try library.text("SELECT applying FROM sync_state") == ["0"])
    let json = try #require(try library.read { db in try SyncedTable.weight.json(of: "2026-02-10", in: db) })
    let hash = try library.read { db in try Data.fetchOne(db, sql: "SELECT hash FROM version WHERE hlc = 7") }
    #expect(try Array(#require(hash)) == OutboxQueue.hash(of: .put(json)))
  }
}
