import GRDB
import HealthModel

/// The weights of a library, one a day: what a person logged, else what came with health data.
package struct WeightLog: Sendable {
  private let library: Library
  private let settings: HealthSettings?

  /// The weights of a library.
  ///
  /// - Parameter settings: Weights that came with health data are on the days that these make of them, as `SummaryLog`'s. `nil` = on those that
  ///   are stored.
  package init(_ library: Library, as settings: HealthSettings? = nil) {
    self.library = library
    self.settings = settings
  }

  /// Logs the weight of a day; one that a person logged before for the same day is replaced. `hsync undo` takes it back.
  /// - Parameter measuredAt: when on that day; `nil` = not known.
  /// - Throws: kind `.badData` if it isn't in `WeightEntry.range`.
  package func log(kg: Double, on weighed: Day, measuredAt: Moment?, at now: Moment) throws(StoreError) -> WeightEntry {
    guard let kilograms = WeightEntry.kilograms(kg) else {
      let range = WeightEntry.range
      throw StoreError(code: .refused, message: "a weight must be \(Int(range.lowerBound))-\(Int(range.upperBound)) kg", hint: nil)
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

  /// Deletes the weight that the user logged for a day. An imported weight for the same day is then shown.
  /// - Throws: kind `.no` if there is none.
  package func delete(_ day: Day, at now: Moment) throws(StoreError) {
    try library.write { db in
      try UndoLog(db: db).record("deleted the weight of \(day)", of: .weight, ids: [day.description], at: now) {
        try SyncedTable.weight.delete(day.description, in: db)
        guard db.changesCount > 0 else {
          throw StoreError(code: .notFound, message: "no weight was logged by hand for \(day)", hint: "list them: \(.weights)")
        }
      }
    }
  }

  /// The weights of some days, one a day, in their order: the one by hand, else the latest.
  package func entries(from first: Day, through last: Day) throws(StoreError) -> [WeightEntry] {
    try library.read { db in try entries(db, from: first, through: last) }
  }

  /// The weights of some days as `entries(from:through:)`, with those of the last up to `count` days before them that have one.
  package func entries(from first: Day, through last: Day, andBefore count: Int) throws(StoreError) -> [WeightEntry] {
    try library.read { db in
      let days = try String.fetchAll(
        db.cachedStatement(sql: "SELECT DISTINCT day FROM weight WHERE day <= ? ORDER BY day DESC LIMIT ?"),
        arguments: [first.description, count + 2])
      // Another zone moves a weight by a day at most.
      let earliest = days.last.flatMap { Day($0) }?.adding(-1) ?? first
      let entries = try entries(db, from: min(earliest, first), through: last)
      let before = entries.count { $0.day < first }
      return Array(entries.dropFirst(max(0, before - count)))
    }
  }

  /// The last up to `count` days that have a weight, in the order of days.
  package func latest(_ count: Int) throws(StoreError) -> [WeightEntry] {
    try library.read { db in
      let days = try String.fetchAll(
        db.cachedStatement(sql: "SELECT DISTINCT day FROM weight ORDER BY day DESC LIMIT ?"), arguments: [count + 1])
      guard let first = days.last.flatMap({ Day($0) }), let last = days.first.flatMap({ Day($0) }) else { return [] }
      // Another zone moves a weight by a day at most.
      return try entries(db, from: first.adding(-1), through: last.adding(1)).suffix(count)
    }
  }

  private func entries(_ db: Database, from first: Day, through last: Day) throws -> [WeightEntry] {
    let columns = WeightRow.columns.joined(separator: ", ")
    var stored = try db.cachedStatement(
      sql: "SELECT \(columns) FROM weight WHERE day BETWEEN ? AND ? ORDER BY day, id = day DESC, measured_at_ms DESC, id"
    ).rows([first.description, last.description]) { try WeightRow(row: $0).entry }
    if let view = try settings.flatMap({ try DayView(db, as: $0, from: first, through: last) }) {
      let own = try Set(String.fetchAll(db.cachedStatement(sql: "SELECT id FROM derived WHERE kind = 'weight'")))
      stored = (stored.filter { !own.contains($0.id) } + view.weights).sorted(by: WeightLog.counts)
    }
    // The first of a day is the one that counts.
    var entries: [WeightEntry] = []
    for entry in stored where entries.last?.day != entry.day { entries.append(entry) }
    return entries
  }

  /// By day; on a day the one by hand, then the latest.
  private static func counts(_ a: WeightEntry, before b: WeightEntry) -> Bool {
    let (isByHandA, isByHandB) = (a.id == a.day.description, b.id == b.day.description)
    if a.day != b.day { return a.day < b.day }
    if isByHandA != isByHandB { return isByHandA }
    return (b.measuredAt?.ms ?? .min, a.id) < (a.measuredAt?.ms ?? .min, b.id)
  }
}
