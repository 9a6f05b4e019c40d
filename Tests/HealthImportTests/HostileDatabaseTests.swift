import GRDB
import Glibc
import HealthModel
import TestSupport
import Testing

@testable import HealthImport

/// Databases that call themselves Health Connect's and are made to take minutes or gigabytes.
@Suite("F16: databases of others") struct HostileDatabaseTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let columns = "uuid BLOB, app_info_id INTEGER, start_time INTEGER, end_time INTEGER"
  private static let row = "(x'01', 1, 1767510000000, 1767510060000"

  private func read(_ sql: String, edit: (inout [UInt8]) -> Void = { _ in }) throws -> (samples: Int, report: ReadingReport) {
    let path = folder.file("made.db")
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
    var bytes = try ProjectFiles.bytes(path)
    edit(&bytes)
    let copy = try folder.write(bytes, to: "export.db")
    var samples = 0
    let reader = HealthConnectReader(name: copy, database: .file(copy), temporaryFolder: folder.path, firstSteps: 1_000_000)
    let report = try reader.read(keepsPart: false) { samples += $0.samples.count }
    return (samples, report)
  }

  private func expectRefusal(_ words: String, _ sql: String, edit: (inout [UInt8]) -> Void = { _ in }) {
    let error = #expect(throws: ImportError.self) { try read(sql, edit: edit) }
    #expect(error?.code == .dangerous && error?.kind == .badData)
    #expect(error?.message.hasSuffix(words) == true, "\(error?.message ?? "no error")")
  }

  /// 200 MB, many times over, from a few bytes.
  @Test(arguments: ["VIRTUAL", "STORED"])
  func computedColumnIsRefused(kind: String) {
    let value = kind == "VIRTUAL" ? "replace(hex(zeroblob(200000000)), '0', '00')" : "1"
    expectRefusal(
      "count of steps_record_table is computed by the file: no export of Health Connect does that",
      """
      CREATE TABLE steps_record_table(\(Self.columns), count AS (\(value)) \(kind));
      INSERT INTO steps_record_table VALUES \(Self.row));
      """)
  }

  /// A copy that was made while the database was written to: what is in the file is half a change.
  @Test func anUnfinishedJournalBesideItIsSaid() throws {
    let path = folder.file("made.db")
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA cache_size = 2; CREATE TABLE steps_record_table(\(Self.columns), count INTEGER); BEGIN;
          WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 2000)
            INSERT INTO steps_record_table SELECT randomblob(16), 1, 1767510000000, 1767510060000, x FROM n;
          COMMIT; BEGIN; UPDATE steps_record_table SET count = count + 1
          """)
      let copy = try folder.write(ProjectFiles.bytes(path), to: "export.db")
      try folder.write(ProjectFiles.bytes(path + "-journal"), to: "export.db-journal")
      try db.execute(sql: "ROLLBACK")
      let reader = HealthConnectReader(name: copy, database: .file(copy), temporaryFolder: folder.path)
      let error = #expect(throws: ImportError.self) { try reader.read(keepsPart: false) { _ in } }
      #expect(error?.kind == .badData && error?.message.contains("-journal") == true, "\(error?.message ?? "")")
    }
  }

  /// Android's exports have columns with local dates that are computed; they are never asked for.
  @Test func computedColumnThatNobodyReadsIsLeftAlone() throws {
    let reading = try read(
      """
      CREATE TABLE steps_record_table(\(Self.columns), count INTEGER, local_date_time_start_time AS (replace(hex(zeroblob(200000000)), '0', '00')));
      INSERT INTO steps_record_table VALUES \(Self.row), 12);
      """)
    #expect(reading.samples == 1)
  }

  /// A view is no table, whatever the schema calls it.
  @Test func viewThatCallsItselfATableIsNotRead() {
    let error = #expect(throws: ImportError.self) {
      try read(
        """
        CREATE TABLE other(x);
        CREATE VIEW steps_record_table AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
          SELECT x'01' AS uuid, 1 AS app_info_id, 1767510000000 + i AS start_time, 1767510060000 + i AS end_time, 1 AS count FROM n;
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET type = 'table' WHERE name = 'steps_record_table';
        """)
    }
    // SQLite may notice it first.
    #expect(error?.kind == .badData)
  }

  @Test func valueLargerThanAnyOfAnExportIsRefused() {
    expectRefusal(
      "has a value that is larger than any of an export",
      """
      CREATE TABLE steps_record_table(\(Self.columns), count INTEGER);
      INSERT INTO steps_record_table VALUES (zeroblob(5000000), 1, 1767510000000, 1767510060000, 1);
      """)
  }

  /// A tree of pages in which all children of a page are one and the same, on four levels: millions of rows in some kilobytes.
  @Test func pagesThatAreThereManyTimesAreNotReadForever() throws {
    let sql = """
      PRAGMA page_size = 512;
      CREATE TABLE steps_record_table(\(Self.columns), count INTEGER);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
        INSERT INTO steps_record_table SELECT x'01', 1, 1767510000000 + i, 1767510060000 + i, 1 FROM n;
      """
    expectRefusal("takes more work to read than any export of its size", sql) { bytes in
      // Inner pages of a table begin with a 5; the first is the table's root.
      let inner = Swift.stride(from: 512, to: bytes.count, by: 512).filter { bytes[$0] == 5 }.prefix(4)
      #expect(inner.count == 4)
      for (page, next) in zip(inner, inner.dropFirst()) {
        let number = next / 512 + 1
        let child = [0, UInt8(number >> 16), UInt8(number >> 8 & 255), UInt8(number & 255)]
        let cells = Int(bytes[page + 3]) << 8 | Int(bytes[page + 4])
        let places = (0..<cells).map { page + (Int(bytes[page + 12 + 2 * $0]) << 8 | Int(bytes[page + 13 + 2 * $0])) }
        for place in places + [page + 8] { bytes.replaceSubrange(place..<place + 4, with: child) }
      }
    }
  }

  /// A name of megabytes would be kept for every record of its app.
  @Test func namesAreCut() throws {
    let reading = try read(
      """
      CREATE TABLE application_info_table(row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT);
      INSERT INTO application_info_table VALUES (1, 'x', replace(hex(zeroblob(1000000)), '0', 'x'));
      CREATE TABLE steps_record_table(\(Self.columns), count INTEGER);
      INSERT INTO steps_record_table VALUES \(Self.row), 12);
      """)
    #expect(reading.samples == 1)
  }
}
