import Foundation
import GRDB
import HealthModel
import Testing
import TestSupport

@testable import HealthStore

/// From schema 5 to schema 6: ids of records as bytes, and samples in units that version 5 didn't know.
@Suite struct UnitMigrationTests {
  private let older: OlderLibrary
  private var path: String { older.path }

  init() throws { older = try OlderLibrary() }

  private static let names = """
    INSERT INTO health_import(n, origin, file, state, started_at_ms) VALUES (1, 'health_auto_export', 'a.json', 'done', 0),
      (2, 'health_auto_export', 'a.json', 'done', 0);
    INSERT INTO health_source VALUES (1, 'Scale', 'other', 'health_auto_export'), (2, 'Android', 'other', 'health_connect');
    INSERT INTO health_type VALUES (1, 'body_mass'), (2, 'step_count'), (3, 'oxygen_saturation'), (4, 'sleep_analysis');
    INSERT INTO health_unit VALUES (1, 'lbs', 'lbs', 1, 0), (2, 'lbs', 'kg', 0.45359237, 0), (3, 'kg', 'kg', 1, 0), (4, 'lbz', 'lbz', 1, 0),
      (5, '%', '%', 1, 0), (6, 'count', 'count', 1, 0), (7, 'HKCategoryValueSleepAnalysisAsleepREM', '', 1, 0), (8, '(no value)', '', 1, 0);

    """

  private static let samples =
    "SELECT type, start_ms / 1000, source, value, said_unit, unit, import FROM samples ORDER BY start_ms, type, value"

  @Test func unitsThatWereNotKnownAreRead() throws {
    try older.make(
      version: 5,
      Self.names + """
        INSERT INTO sample(type, start_ms, source, duration_ms, value, unit, import) VALUES
          (1, 1000, 1, 0, 180, 1, 1), (1, 1000, 1, 0, \(180 * 0.45359237), 2, 2), (1, 2000, 1, 0, 200, 1, 1), (1, 3000, 1, 0, 80, 4, 1),
          (1, 4000, 1, 0, 70, 3, 1), (2, 5000, 1, 60, 9, 6, 1), (3, 6000, 1, 0, 97, 5, 1), (4, 7000, 1, 60, 5, 7, 1),
          (1, 8000, 2, 0, 80, 4, 1);
        INSERT INTO sample_detail VALUES (1, 2000, 1, 0, 200, 'k', 'v', 1);
        INSERT INTO notebook VALUES ('summaries.basis', '{}');
        """)
    let library = try Library(at: path)
    #expect(
      try library.text(Self.samples) == [
        "\"body_mass\"|1|\"Scale\"|\(180 * 0.45359237)|\"lbs\"|\"kg\"|2", "\"body_mass\"|2|\"Scale\"|\(200 * 0.45359237)|\"lbs\"|\"kg\"|1",
        #""body_mass (unit lbz)"|3|"Scale"|80.0|"lbz"|"lbz"|1"#, #""body_mass"|4|"Scale"|70.0|"kg"|"kg"|1"#,
        #""step_count"|5|"Scale"|9.0|"count"|"count"|1"#, #""oxygen_saturation"|6|"Scale"|97.0|"%"|"%"|1"#,
        #""sleep_analysis"|7|"Scale"|5.0|"HKCategoryValueSleepAnalysisAsleepREM"|""|1"#, #""body_mass"|8|"Android"|80.0|"lbz"|"lbz"|1"#,
      ])
    #expect(try library.text("SELECT value, text FROM sample_detail") == ["\(200 * 0.45359237)|\"v\""])
    // The days are summed up anew.
    #expect(try library.text("SELECT * FROM notebook") == [])
    #expect(try library.text("PRAGMA integrity_check") == ["\"ok\""])
  }

  @Test func whatIsRightStaysAsItIs() throws {
    try older.make(
      version: 5,
      Self.names + """
        INSERT INTO sample(type, start_ms, source, duration_ms, value, unit, import) VALUES (1, 4000, 1, 0, 70, 3, 1);
        INSERT INTO notebook VALUES ('summaries.basis', '{}');
        """)
    let library = try Library(at: path)
    #expect(try library.text("SELECT count(*) FROM notebook") == ["1"])
    let new = try Library(at: older.folder.file("new.db"))
    let schema = "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name"
    #expect(try library.text(schema) == new.text(schema))
  }

  @Test func idsOfRecordsAreBytes() throws {
    try older.make(
      version: 5,
      Self.names + """
        INSERT INTO sample_version VALUES ('health_connect/00112233445566778899aabbccddeeff', 1, 7, 1, 4000, 2, 0, 70.5),
          ('health_connect/02', 1, 8, -1, 0, 0, 0, 0);
        """)
    let library = try Library(at: path)
    #expect(
      try library.text("SELECT hex(record), import, modified_ms, type, start_ms, source, duration_ms, value FROM sample_version")
        == [
          #""00112233445566778899AABBCCDDEEFF"|1|7|1|4000|2|0|70.5"#,
          "\"\("health_connect/02".utf8.map { String(format: "%02X", $0) }.joined())\"|1|8|-1|0|0|0|0.0",
        ])
    let record = "health_connect/00112233445566778899aabbccddeeff"
    #expect(HealthRecordID(record).record(of: .healthConnect) == record)
    #expect(try library.read { db in try SupersededRecords.deletedMs(HealthRecordID("health_connect/02"), in: db) } == 8)
  }
}
