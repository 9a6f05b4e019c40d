import BulkSQL
import DayTotals
import GRDB
import HealthModel

/// A row of `weight` that this device imported.
struct WeightRow: Hashable {
  /// The day, a slash and the device.
  let id: String
  let day: String
  /// As `WeightEntry.kg`.
  let kg: Double
  let measuredAtMs: Int64?
  let utcOffsetMin: Int?
  let source: String

  /// The row of a day's weight.
  init(_ reading: LatestReading, day: Day, device: String, source: String, utcOffsetMin: Int) {
    id = "\(day)/\(device)"
    self.day = day.description
    kg = reading.value
    // If a clock showed another day at that moment (it went back over midnight), the time is left out rather than the weight.
    let moment = Moment(ms: reading.atMs, utcOffsetMin: utcOffsetMin)
    let isTold = reading.isTimed && moment.day == day && (-840...840).contains(utcOffsetMin)
    measuredAtMs = isTold ? moment.ms : nil
    self.utcOffsetMin = isTold ? moment.utcOffsetMin : nil
    self.source = source.isEmpty ? "unknown" : source
  }

  /// Reads a row whose columns are `columns`.
  init(row: Row) throws {
    (id, day, kg, measuredAtMs, utcOffsetMin, source) = try (
      row.value(0), row.value(1), row.value(2), row.value(3), row.value(4), row.value(5)
    )
  }

  /// The same as it is shown. `nil` when its day isn't one, which the table doesn't allow.
  var entry: WeightEntry? {
    let measuredAt = measuredAtMs.map { Moment(ms: $0, utcOffsetMin: utcOffsetMin ?? 0) }
    return Day(day).map { WeightEntry(id: id, day: $0, kg: kg, measuredAt: measuredAt, source: source) }
  }

  static let columns = ["id", "day", "kg", "measured_at_ms", "utc_offset_min", "source"]

  /// Writes it, keeping what other programs added (`extra`).
  func write(in db: Database) throws {
    let set = WeightRow.columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO weight(\(WeightRow.columns.joined(separator: ", "))) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT(id) DO UPDATE SET \(set)
        """)
    try statement.execute(arguments: [id, day, kg, measuredAtMs, utcOffsetMin, source])
  }
}
