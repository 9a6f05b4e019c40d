import GRDB
import HealthModel
import Testing
import TestSupport

@testable import HealthStore

/// Sums and means on their way into the library: until when their export knows decides, and is known at its end only.
@Suite struct AggregateWriterTests {
  private let store: StoreFixture
  private let hour: Int64 = 3_600_000

  init() throws { store = try StoreFixture() }

  /// An export with an hour's steps each.
  private func batch(_ values: [Double], knownUntil hours: Int64?, isFirst: Bool = true) -> HealthBatch {
    var batch = isFirst ? HealthBatches.names : HealthBatch()
    batch.aggregates = values.enumerated().map { index, value in
      let start = HealthBatches.midnight + Int64(index) * hour
      return HealthAggregate(measure: "step_count", source: 0, startMs: start, endMs: start + hour, value: value)
    }
    batch.knownUntilMs = hours.map { HealthBatches.midnight + $0 * hour }
    return batch
  }

  @discardableResult
  private func run(_ batches: [HealthBatch], size: Int = 50_000, at now: Moment = StoreFixture.noon) throws -> ImportOutcome {
    let session = try ImportSession(
      store.library, file: "a.json", origin: .healthAutoExport, settings: HealthBatches.settings, at: now, transactionSize: size)
    for batch in batches { try session.write(batch) }
    var report = ReadingReport()
    report.exportedAtMs = batches.compactMap(\.knownUntilMs).max()
    return try session.finish(report, at: now)
  }

  private func rows() throws -> [String] {
    try store.text(
      """
      SELECT value, import, (known_until_ms - \(HealthBatches.midnight)) / \(hour) FROM health_aggregate ORDER BY start_ms
      """)
  }

  @Test func theExportThatKnowsLongerCounts() throws {
    try run([batch([100, 200], knownUntil: 5)])
    let newer = try run([batch([700, 200], knownUntil: 9)])
    #expect(newer.changed == 1 && newer.duplicate == 1 && newer.added == 0)
    #expect(try rows() == ["700.0|2|9", "200.0|2|9"])
    let older = try run([batch([100, 300, 5], knownUntil: 7)])
    #expect(older.changed == 0 && older.duplicate == 2 && older.added == 1)
    #expect(try rows() == ["700.0|2|9", "200.0|2|9", "5.0|3|7"])
    let again = try run([batch([100, 300, 5], knownUntil: 7)])
    #expect(again.changed == 0 && again.duplicate == 3 && again.added == 0 && again.daysChanged == [])
    #expect(try rows() == ["700.0|2|9", "200.0|2|9", "5.0|3|7"])
  }

  @Test func ofOneTimeTheLaterImportCounts() throws {
    try run([batch([100], knownUntil: 5)])
    try run([batch([50], knownUntil: 5)])
    #expect(try rows() == ["50.0|2|5"])
  }

  /// A folder's files are exports of one import.
  @Test func exportsOfOneImportAreCompared() throws {
    let outcome = try run([batch([700], knownUntil: 9), batch([100, 5], knownUntil: 5, isFirst: false)])
    #expect(outcome.added == 2 && outcome.duplicate == 1)
    #expect(try rows() == ["700.0|1|9", "5.0|1|5"])
  }

  /// With a transaction for each few rows, what comes before an export's end waits on the disk.
  @Test(arguments: [1, 2, 3, 7, 100]) func aLongExportIsTheSame(size: Int) throws {
    let values = (0..<40).map { Double($0) }
    try run([batch(values.map { $0 + 1000 }, knownUntil: 7)])
    let pieces = [batch(values, knownUntil: nil), batch(values.map { $0 + 1 }, knownUntil: nil, isFirst: false)]
    let end = batch(values.map { $0 + 2 }, knownUntil: 9, isFirst: false)
    let outcome = try run(pieces + [end, batch(values, knownUntil: 8, isFirst: false)], size: size)
    #expect(outcome.added == 0 && outcome.changed == 120 && outcome.duplicate == 40)
    #expect(try rows() == values.map { "\($0 + 2)|2|9" })
    #expect(try store.text("SELECT name FROM sqlite_temp_schema") == [])
  }

  @Test func anAbandonedLongExportLeavesNothing() throws {
    let session = try ImportSession(
      store.library, file: "a.json", origin: .healthAutoExport, settings: HealthBatches.settings, at: StoreFixture.noon, transactionSize: 2)
    try session.write(batch([1, 2, 3], knownUntil: nil))
    #expect(try store.library.write { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM temp.waiting_aggregate") } == 3)
    try session.abandon()
    #expect(try store.library.write { db in try String.fetchAll(db, sql: "SELECT name FROM sqlite_temp_schema") } == [])
    #expect(try rows() == [])
  }

  /// A time in the future, of a clock that was wrong, doesn't make an export the most recent for good.
  @Test func noExportKnowsLongerThanItsImport() throws {
    try run([batch([100], knownUntil: 24 * 365 * 50)])
    try run([batch([700], knownUntil: 10)], at: StoreFixture.later(86_400_000))
    #expect(try store.text("SELECT value FROM health_aggregate") == ["100.0"])
    try run([batch([800], knownUntil: 20)], at: StoreFixture.later(86_400_000))
    #expect(try store.text("SELECT value FROM health_aggregate") == ["800.0"])
  }

  @Test func aSpanThatAnyExportProvesIsNoGuess() throws {
    var guess = batch([700], knownUntil: 9)
    guess.aggregates[0].isGuess = true
    try run([guess])
    try run([batch([100], knownUntil: 5)])
    #expect(try store.text("SELECT value, guess FROM health_aggregate") == ["700.0|0"])
  }
}
