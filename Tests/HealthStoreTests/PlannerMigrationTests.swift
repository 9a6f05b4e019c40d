import Foundation
import GRDB
import HealthModel
import Testing
import TestSupport

@testable import HealthStore

/// From schema 2 to schema 3.
@Suite struct PlannerMigrationTests {
  private let older: OlderLibrary
  private var path: String { older.path }

  init() throws { older = try OlderLibrary() }

  @Test func everythingOfVersion2IsThereAsItWas() throws {
    try older.make(
      version: 2,
      """
      INSERT INTO meal(id, name, day, energy_kcal) VALUES ('a', 'Apple', '2026-02-10', 52);
      INSERT INTO weight(day, kg) VALUES ('2026-02-10', 71.3);
      INSERT INTO workout(id, activity, start_ms, end_ms) VALUES ('w', 'running', 0, 1);
      INSERT INTO change VALUES (1, 2, '2026-02-10', 'logged Apple');
      INSERT INTO change_row VALUES (1, 'meal', 'a', NULL, '{}');
      UPDATE sync_state SET push_no = 4, cursor = 'c';
      """)
    let tables = ["meal", "weight", "workout", "outbox", "version", "change", "change_row", "sync_state", "backend", "health_import"]
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

  /// Another device plans; this one was of an older version when it heard of it.
  @Test func recordsThatVersion2KeptAsideAreTakenUp() throws {
    let item = #"""
      {"short_id":"k7m2p4xq","type":"workout","meal_type":null,"title":"Run","day":"2026-02-10","completed":true,"completed_at_ms":7,\#
      "created_at_ms":5,"repeat":null,"repeat_of":null,"place":"park"}
      """#.replacingOccurrences(of: "\n", with: "")
    let twin = item.replacingOccurrences(of: "Run", with: "Lift")
    let walk = item.replacingOccurrences(of: "workout", with: "walk")
    try older.make(
      version: 2,
      """
      INSERT INTO foreign_record VALUES ('planner_item', 'p', 7, 'd1', '\(item)'), ('planner_item', 'q', 8, 'd1', '\(twin)'),
        ('planner_item', 'r', 9, 'd1', '\(walk)'), ('day_note', '2026-02-10', 10, 'd1', '{"text":"rest","mood":1}'),
        ('mood', 'm', 11, 'd1', '{}');
      INSERT INTO version VALUES ('planner_item', 'p', 7, 'd1', x'00'), ('planner_item', 'q', 8, 'd1', x'01'),
        ('planner_item', 'r', 9, 'd1', x'02'), ('day_note', '2026-02-10', 10, 'd1', x'03'), ('mood', 'm', 11, 'd1', x'04');
      """)
    let library = try Library(at: path)
    #expect(
      try library.text("SELECT id, title, completed, skipped, json_extract(extra, '$.place') FROM planner_item ORDER BY id")
        == [#""p"|"Run"|1|NULL|"park""#, #""q"|"Lift"|1|NULL|"park""#])
    let shortIDs = try library.text("SELECT short_id FROM planner_item ORDER BY id")
    #expect(shortIDs[0] == "\"k7m2p4xq\"" && Set(shortIDs).count == 2, "one of the two has another")
    #expect(try library.text("SELECT day, text, json_extract(extra, '$.mood') FROM day_note") == [#""2026-02-10"|"rest"|1"#])
    #expect(try library.text("SELECT kind, id FROM foreign_record ORDER BY hlc") == [#""planner_item"|"r""#, #""mood"|"m""#])
    #expect(try library.text("SELECT * FROM outbox") == [], "none of it is an edit")
    #expect(try library.text("SELECT applying FROM sync_state") == ["0"])
    let json = try #require(try library.read { db in try SyncedTable.plannerItem.json(of: "p", in: db) })
    let hash = try library.read { db in try Data.fetchOne(db, sql: "SELECT hash FROM version WHERE hlc = 7") }
    #expect(try Array(#require(hash)) == OutboxQueue.hash(of: .put(json)))
  }
}
