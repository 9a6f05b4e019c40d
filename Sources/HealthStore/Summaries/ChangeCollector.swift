import DayTotals
import GRDB
import HealthModel

/// Compares what days come to with the rows that the library has of them, window by window.
struct ChangeCollector {
  private let db: Database
  private let device: String
  private let basis: SummaryBasis

  private var days: Set<Day> = []
  private var summaries: [DaySummary] = []
  private var emptied: [Day] = []
  private var sessions: [SleepRow] = []
  private var weights: [WeightRow] = []
  private var derived: [SummaryChanges.Derived] = []
  /// Ids that come out, by kind.
  private var wanted: Set<SummaryChanges.Derived> = []
  /// What this device made before on the days that were compared.
  private var before: Set<SummaryChanges.Derived> = []
  private var compared: [ClosedRange<Day>] = []
  private var computed = 0

  /// Nothing compared yet.
  init(_ db: Database, basis: SummaryBasis) throws {
    self.db = db
    self.basis = basis
    device = try String.fetchOne(db, sql: "SELECT device FROM sync_state") ?? ""
  }

  /// Compares a window's results.
  mutating func compare(_ results: DayResults, of inputs: DayInputs) throws {
    let (first, last) = (inputs.days.first, inputs.days.last)
    compared.append(first...last)
    computed += results.summaries.count { $0 != nil }
    try readBefore(from: first, through: last)
    var old = try Dictionary(uniqueKeysWithValues: ownSummaries(from: first, through: last).map { ($0.day, $0) })
    for summary in results.summaries.compactMap(\.self) where old.removeValue(forKey: summary.day) != summary {
      summaries.append(summary)
      days.insert(summary.day)
    }
    for (index, summary) in results.summaries.enumerated() where summary == nil {
      let day = first.adding(index)
      if old[day] != nil {
        emptied.append(day)
        days.insert(day)
      }
    }
    for (index, session) in results.sessions {
      let row = SleepRow(
        session, day: first.adding(index), source: inputs.sources[Int(session.source)].name,
        utcOffsetMin: basis.rules.offsetMin(at: session.endMs))
      try compare(row, first.adding(index))
    }
    for (index, reading) in results.weights.enumerated() {
      guard let reading else { continue }
      let row = WeightRow(
        reading, day: first.adding(index), device: device, source: inputs.sources[Int(reading.source)].name,
        utcOffsetMin: basis.rules.offsetMin(at: reading.atMs))
      try compare(row, first.adding(index))
    }
  }

  /// What is to be written.
  /// - Parameter isAll: whether every day with samples was compared, so that rows of other days are nothing any more.
  mutating func changes(isAll: Bool, longestMs: Int64) throws -> SummaryChanges {
    if isAll {
      try readBefore(from: nil, through: nil)
      for summary in try ownSummaries(from: nil, through: nil) where !compared.contains(where: { $0.contains(summary.day) }) {
        emptied.append(summary.day)
        days.insert(summary.day)
      }
    }
    let kept = Set(wanted.map { SummaryChanges.Derived(kind: $0.kind, id: $0.id, day: "") })
    let dropped = before.filter { !kept.contains(SummaryChanges.Derived(kind: $0.kind, id: $0.id, day: "")) }
    for row in dropped { if let day = Day(row.day) { days.insert(day) } }
    return SummaryChanges(
      days: days.sorted(), computed: computed, device: device, summaries: summaries, emptied: emptied, sessions: sessions, weights: weights,
      derived: derived, dropped: dropped.sorted { ($0.kind, $0.id) < ($1.kind, $1.id) }, basis: basis.text, longestMs: longestMs)
  }

  private mutating func compare(_ row: SleepRow, _ day: Day) throws {
    let columns = SleepRow.columns.joined(separator: ", ")
    let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM sleep_session WHERE id = ?")
    if try Row.fetchOne(statement, arguments: [row.id]).map(SleepRow.init) != row {
      sessions.append(row)
      days.insert(day)
    }
    want("sleep_session", row.id, day)
  }

  private mutating func compare(_ row: WeightRow, _ day: Day) throws {
    let columns = WeightRow.columns.joined(separator: ", ")
    let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM weight WHERE id = ?")
    if try Row.fetchOne(statement, arguments: [row.id]).map(WeightRow.init) != row {
      weights.append(row)
      days.insert(day)
    }
    want("weight", row.id, day)
  }

  private mutating func want(_ kind: String, _ id: String, _ day: Day) {
    let row = SummaryChanges.Derived(kind: kind, id: id, day: day.description)
    wanted.insert(row)
    if !before.contains(row) { derived.append(row) }
  }

  /// - Parameter first: `nil` = all days.
  private mutating func readBefore(from first: Day?, through last: Day?) throws {
    let statement = try db.cachedStatement(
      sql: "SELECT kind, id, day FROM derived WHERE kind IN ('sleep_session', 'weight') AND day BETWEEN ? AND ?")
    let rows = try Row.fetchAll(statement, arguments: [first?.description ?? "", last?.description ?? "~"])
    before.formUnion(rows.map { SummaryChanges.Derived(kind: $0[0], id: $0[1], day: $0[2]) })
  }

  private func ownSummaries(from first: Day?, through last: Day?) throws -> [DaySummary] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(DaySummary.columns.joined(separator: ", ")) FROM day_summary WHERE day BETWEEN ? AND ? AND id = day || '/' || ?
        """)
    return try Row.fetchAll(statement, arguments: [first?.description ?? "", last?.description ?? "~", device]).compactMap {
      DaySummary(row: $0)
    }
  }
}
