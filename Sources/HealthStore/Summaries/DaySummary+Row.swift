import BulkSQL
import GRDB
import HealthModel

extension DaySummary {
  /// All columns that `init(row:_:)` reads, in order.
  static let columns = columns(with: amounts)

  /// The columns that `init(row:_:)` reads for these amounts, in order; then comes whatever the query adds.
  static func columns(with amounts: [Amount]) -> [String] {
    ["day", "zone", "workouts", "samples", "sources", "first_ms", "last_ms", "rule_version"] + amounts.map(\.column)
  }

  /// Reads a row that begins with `columns(with: amounts)`; other amounts are `nil`. `nil` when its day isn't one, which the table doesn't allow.
  init?(row: Row, _ amounts: [Amount] = amounts) throws {
    guard let day = try Day(row.value(0) as String) else { return nil }
    let coverage = try Coverage(samples: row.value(3), sources: row.value(4), firstMs: row.value(5), lastMs: row.value(6))
    try self.init(day: day, zone: row.value(1), coverage: coverage, ruleVersion: row.value(7))
    workouts = try row.value(2)
    for (index, amount) in amounts.enumerated() { self[keyPath: amount.path] = try row.value(8 + index) }
  }

  /// Writes the row that is this device's, keeping what other programs added (`extra`).
  func write(in db: Database, device: String) throws {
    let set = DaySummary.columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO day_summary(id, \(DaySummary.columns.joined(separator: ", ")))
        VALUES (?\(String(repeating: ", ?", count: DaySummary.columns.count))) ON CONFLICT(id) DO UPDATE SET \(set)
        """)
    let head: [(any DatabaseValueConvertible)?] = [
      "\(day)/\(device)", day.description, zone, workouts, coverage.samples, coverage.sources, coverage.firstMs, coverage.lastMs,
      ruleVersion,
    ]
    try statement.execute(arguments: StatementArguments(head + DaySummary.amounts.map { self[keyPath: $0.path] }))
  }
}
