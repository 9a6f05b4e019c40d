import Foundation
import GRDB
import HealthModel
import Testing
import TestSupport

@testable import HealthStore

/// From schema 1, by schema 2, to the one of now.
@Suite struct HealthMigrationTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("hsync.db") }

  init() throws { folder = try TemporaryFolder() }

  /// A file as schema 1 left it, with what `sql` writes.
  private func makeVersion1(_ sql: String) throws {
    let database = try DatabaseQueue(path: path)
    try database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = WAL") }
    try Schema.migrator.migrate(database, upTo: "1")
    try database.write { db in try db.execute(sql: sql) }
    try database.close()
  }

  private func text(_ sql: String, in library: Library) throws -> [String] {
    try library.read { db in try Row.fetchAll(db, sql: sql).map { $0.databaseValues.map { "\($0)" }.joined(separator: "|") } }
  }

  private let tables = [
    "meal", "outbox", "version", "in_flight", "quarantine", "conflict", "sync_state", "backend", "product_answer", "pending_lookup",
    "notebook",
    "change", "change_row",
  ]

  @Test func everythingOfVersion1IsThereAsItWas() throws {
    try makeVersion1(
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
    #expect(try tables.flatMap { try text("SELECT * FROM \($0)", in: library) } == before)
    #expect(try text("PRAGMA user_version", in: library) == ["\(Schema.version)"])
    #expect(try text("PRAGMA integrity_check", in: library) == ["\"ok\""])
    // And the file is like a new one.
    let new = try Library(at: folder.file("new.db"))
    let schema = "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name"
    #expect(try text(schema, in: library) == text(schema, in: new))
  }

  @Test func recordsThatVersion1KeptAsideAreTakenUp() throws {
    let weight = #"{"day":"2026-02-10","kg":81.5,"measured_at_ms":null,"utc_offset_min":null,"source":"user","bmi":24}"#
    let heavy = weight.replacingOccurrences(of: "81.5", with: "700")
    try makeVersion1(
      """
      INSERT INTO foreign_record VALUES ('weight', '2026-02-10', 7, 'd1', '\(weight)'), ('weight', '2026-02-10/x', 8, 'd1', '\(heavy)'),
        ('planner_item', 'p', 9, 'd1', '{}');
      INSERT INTO version VALUES ('weight', '2026-02-10', 7, 'd1', x'00'), ('weight', '2026-02-10/x', 8, 'd1', x'01'),
        ('planner_item', 'p', 9, 'd1', x'02');
      """)
    let library = try Library(at: path)
    #expect(try text("SELECT id, kg, json_extract(extra, '$.bmi') FROM weight", in: library) == [#""2026-02-10"|81.5|24"#])
    #expect(
      try text("SELECT kind, id FROM foreign_record ORDER BY hlc", in: library) == [#""weight"|"2026-02-10/x""#, #""planner_item"|"p""#])
    #expect(try text("SELECT * FROM outbox", in: library) == [])
    #expect(try text("SELECT applying FROM sync_state", in: library) == ["0"])
    let json = try #require(try library.read { db in try SyncedTable.weight.json(of: "2026-02-10", in: db) })
    let hash = try library.read { db in try Data.fetchOne(db, sql: "SELECT hash FROM version WHERE hlc = 7") }
    #expect(try Array(#require(hash)) == OutboxQueue.hash(of: .put(json)))
  }
}
