import GRDB
import Testing

@testable import HealthImport

/// By what a record of Health Connect is known again, and which were deleted.
@Suite struct HealthConnectRecordIDTests {
  /// Returns the result of `look` in a database made by `sql`.
  private func inDatabase<Found>(_ sql: String, _ look: (Database) throws -> Found) throws -> Found {
    let queue = try DatabaseQueue()
    defer { try? queue.close() }
    return try queue.write {
      try $0.execute(sql: sql)
      return try look($0)
    }
  }

  private func deletions(_ sql: String) throws -> [HealthConnectDatabase.Deletion] {
    try inDatabase(sql) { try HealthConnectDatabase($0).deletedRecordIDs() }
  }

  @Test func recordsCarryTheirIdentifier() throws {
    let ids = try inDatabase(
      """
      CREATE TABLE weight_record_table(row_id INTEGER PRIMARY KEY, uuid BLOB, app_info_id INTEGER, last_modified_time INTEGER, time INTEGER);
      INSERT INTO weight_record_table VALUES (1, x'00112233445566778899AABBCCDDEEFF', 1, 5, 0), (2, x'02', 1, 5, 0), (3, NULL, 1, 5, 0),
        (4, '00112233-4455-6677-8899-AABBCCDDEEFF', 1, 5, 0), (5, 'no identifier', 1, 5, 0), (6, zeroblob(65), 1, 5, 0), (7, x'', 1, 5, 0);
      """
    ) { db in
      var reading = try HealthConnectImport(HealthConnectDatabase(db))
      let columns = HealthConnectImport.Common.columns
      let rows = try #require(try reading.database.rows("weight_record_table", columns, needed: [], order: ["row_id"]))
      var ids: [String?] = []
      while let row = try rows.next() { ids.append(try reading.common(of: row, at: 0).recordID) }
      return ids
    }
    #expect(ids == ["00112233445566778899aabbccddeeff", "02", nil, "00112233445566778899aabbccddeeff", nil, nil, nil])
  }

  private static let logs = """
    CREATE TABLE change_logs_table(row_id INTEGER PRIMARY KEY AUTOINCREMENT, record_type INTEGER, app_id INTEGER, uuids BLOB NOT NULL,
      operation_type INTEGER, time INTEGER);
    """
  private static func id(_ byte: String) -> String { String(repeating: byte, count: 16) }

  @Test func deletedRecordsAreThoseWhoseLastEntryIsADeletion() throws {
    let (a, b, c) = (Self.id("0a"), Self.id("0b"), Self.id("0c"))
    let found = try deletions(
      Self.logs + """
        INSERT INTO change_logs_table(record_type, uuids, operation_type, time) VALUES (26, x'\(a)', 0, 1), (26, x'\(a)\(b)', 1, 2),
          (37, x'\(c)', 1, 3), (37, x'\(c)', 0, 4), (26, x'\(b)', 2, 5);
        """)
    #expect(
      found == [
        .init(recordType: 26, recordID: a, atMs: 2), .init(recordType: 26, recordID: b, atMs: 2),
      ])
  }

  @Test func oddChangeLogsHoldNothing() throws {
    #expect(try deletions("CREATE TABLE other(a)").isEmpty)
    #expect(try deletions("CREATE TABLE change_logs_table(uuids TEXT)").isEmpty)
    let a = Self.id("0a")
    let found = try deletions(
      Self.logs + """
        ALTER TABLE change_logs_table ADD COLUMN medical_resource_type INTEGER;
        INSERT INTO change_logs_table(record_type, uuids, operation_type, medical_resource_type) VALUES
          (NULL, x'\(a)0102', 1, NULL), (1, 7, 1, NULL), (1, x'', 1, NULL), (1, x'\(Self.id("0b"))', 'x', NULL),
          (1, x'\(Self.id("0d"))', 1, 3), (2, '0000000E-0000-0000-0000-000000000000,not one,,0f', 1, NULL);
        """)
    #expect(
      found == [
        .init(recordType: 0, recordID: a, atMs: nil), .init(recordType: 2, recordID: "0000000e000000000000000000000000", atMs: nil),
        .init(recordType: 2, recordID: "0f", atMs: nil),
      ])
  }
}
