import Testing
import TestSupport

@testable import HealthStore

/// From schema 8 to schema 9: sums and rings with the time until when their export knows.
@Suite struct AccountMigrationTests {
  private let older: OlderLibrary

  init() throws { older = try OlderLibrary() }

  @Test func theyKnowAsLongAsTheirImport() throws {
    try older.make(
      version: 8,
      """
      INSERT INTO health_import(n, origin, file, state, started_at_ms, exported_at_ms) VALUES
        (1, 'health_auto_export', 'a.json', 'done', 9000, 5000), (2, 'health_auto_export', 'b.json', 'done', 9500, NULL),
        (3, 'health_auto_export', 'c.json', 'done', 9600, 99000), (4, 'apple_health', 'd.zip', 'done', 9700, 8000),
        (5, 'apple_health', 'e.zip', 'done', 9800, 7000), (6, 'apple_health', 'f.zip', 'running', 9900, 9900);
      INSERT INTO health_source VALUES (1, 'Watch', 'watch', 'health_auto_export');
      INSERT INTO health_aggregate VALUES ('step_count', 0, 10, 1, 1, 7, '1970-01-01', 0), ('step_count', 10, 20, 1, 2, 8, NULL, 1),
        ('step_count', 20, 30, 1, 3, 9, NULL, 0), ('step_count', 30, 40, 1, 77, 10, NULL, 0);
      INSERT INTO activity_ring VALUES ('2026-02-10', 512, 500, NULL, NULL, 31, 30, 12, NULL);
      """)
    let library = try Library(at: older.path)
    #expect(
      try library.text("SELECT * FROM health_aggregate ORDER BY start_ms") == [
        #""step_count"|0|10|1|1|7.0|"1970-01-01"|0|5000"#, #""step_count"|10|20|1|2|8.0|NULL|1|9500"#,
        #""step_count"|20|30|1|3|9.0|NULL|0|9600"#, #""step_count"|30|40|1|77|10.0|NULL|0|NULL"#,
      ])
    #expect(try library.text("SELECT * FROM activity_ring") == [#""2026-02-10"|512.0|500.0|NULL|NULL|31.0|30.0|12.0|NULL|8000"#])
    let new = try Library(at: older.folder.file("new.db"))
    let schema = "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name"
    #expect(try library.text(schema) == new.text(schema))
    #expect(try library.text("PRAGMA integrity_check") == ["\"ok\""])
  }
}
