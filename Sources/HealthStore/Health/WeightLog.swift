import GRDB
import HealthModel

/// The weights of a library, one a day: what a person logged, else what came with health data.
package struct WeightLog: Sendable {
  private let library: Library

  /// The weights of a library.
  package init(_ library: Library) { self.library = library }

  /// Logs the weight of a day; one that a person logged before for the same day is replaced. `hsync undo` takes it back.
  /// - Parameter measuredAt: when on that day; `nil` = not known.
  /// - Throws: kind `.badData` if it isn't 30–200 kg.
  package func log(kg: Double, on weighed: Day, measuredAt: Moment?, at now: Moment) throws(StoreError) -> WeightEntry {
    guard let kilograms = WeightEntry.kilograms(kg) else {
      throw StoreError(code: .refused, message: "a weight must be 30-200 kg", hint: "pounds? --unit lb")
    }
    let day = weighed.description
    let entry = WeightEntry(id: day, day: weighed, kg: kilograms, measuredAt: measuredAt, source: "user")
    try library.write { db in
      try UndoLog(db: db).record("logged the weight of \(day)", of: .weight, ids: [day], at: now) {
        try db.execute(
          sql: """
            INSERT INTO weight(id, day, kg, measured_at_ms, utc_offset_min, source) VALUES (?1, ?1, ?2, ?3, ?4, 'user')
            ON CONFLICT(id) DO UPDATE SET kg = excluded.kg, measured_at_ms = excluded.measured_at_ms,
              utc_offset_min = excluded.utc_offset_min, source = excluded.source
            """,
          arguments: [day, kilograms, measuredAt?.ms, measuredAt?.utcOffsetMin])
      }
    }
    return entry
  }

  /// Deletes the weight that a person logged for a day. What came with health data for the same day shows then.
  /// - Throws: kind `.no` if there is none.
  package func delete(_ day: Day, at now: Moment) throws(StoreError) {
    try library.write { db in
      try UndoLog(db: db).record("deleted the weight of \(day)", of: .weight, ids: [day.description], at: now) {
        try SyncedTable.weight.delete(day.description, in: db)
        guard db.changesCount > 0 else {
          throw StoreError(code: .notFound, message: "no weight was logged by hand for \(day)", hint: "list them: hsync weight list")
        }
      }
    }
  }

  /// The weights of some days, one a day, in their order: the one by hand, else the latest.
  package func entries(from first: Day, through last: Day) throws(StoreError) -> [WeightEntry] {
    try library.read { db in
      try WeightLog.entries(
        db, where: "day BETWEEN ? AND ? ORDER BY day, id = day DESC, measured_at_ms DESC, id",
        arguments: [first.description, last.description])
    }
  }

  /// The last up to `count` days that have a weight, in the order of days.
  package func latest(_ count: Int) throws(StoreError) -> [WeightEntry] {
    try library.read { db in
      try WeightLog.entries(
        db,
        where: """
          day IN (SELECT DISTINCT day FROM weight ORDER BY day DESC LIMIT ?) ORDER BY day, id = day DESC, measured_at_ms DESC, id
          """, arguments: [count])
    }
  }

  private static func entries(_ db: Database, where condition: String, arguments: StatementArguments) throws -> [WeightEntry] {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT id, day, kg, measured_at_ms, utc_offset_min, source FROM weight WHERE \(condition)", arguments: arguments)
    var entries: [WeightEntry] = []
    while let row = try rows.next() {
      // The first of a day is the one that counts.
      guard let day = Day(row["day"] as String), entries.last?.day != day else { continue }
      let measuredAtMs: Int64? = row["measured_at_ms"]
      let measuredAt = measuredAtMs.map { Moment(ms: $0, utcOffsetMin: row["utc_offset_min"] ?? 0) }
      entries.append(WeightEntry(id: row["id"], day: day, kg: row["kg"], measuredAt: measuredAt, source: row["source"]))
    }
    return entries
  }
}
