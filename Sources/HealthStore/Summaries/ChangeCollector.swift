import BulkSQL
import DayTotals
import GRDB
import HealthModel

/// Compares what days come to with the rows that the library has of them, window by window.
struct ChangeCollector {
  private let db: Database
  private let device: String
  private let basis: SummaryBasis

  /// The results so far.
  private(set) var found = Findings()

  /// The findings from comparing some windows; those of other windows can be added.
  struct Findings: Sendable {
    fileprivate var days: Set<Day> = []
    fileprivate var summaries: [DaySummary] = []
    fileprivate var emptied: [Day] = []
    fileprivate var sessions: [SleepRow] = []
    fileprivate var weights: [WeightRow] = []
    fileprivate var derived: [SummaryChanges.Derived] = []
    /// Ids that come out, by kind.
    fileprivate var wanted: Set<SummaryChanges.Derived> = []
    /// The records that this device created before for the compared days.
    fileprivate var before: Set<SummaryChanges.Derived> = []
    fileprivate var compared: [ClosedRange<Day>] = []
    fileprivate var computed = 0
  }

  /// Nothing compared yet.
  init(_ db: Database, basis: SummaryBasis) throws {
    self.db = db
    self.basis = basis
    device = try String.fetchOne(db, sql: "SELECT device FROM sync_state") ?? ""
  }

  /// Compares a window's results.
  mutating func compare(_ results: DayResults, of inputs: DayInputs) throws {
    let (first, last) = (inputs.days.first, inputs.days.last)
    found.compared.append(first...last)
    found.computed += results.summaries.count { $0 != nil }
    try readBefore(from: first, through: last)
    var old = try Dictionary(uniqueKeysWithValues: ownSummaries(from: first, through: last).map { ($0.day, $0) })
    for summary in results.summaries.compactMap(\.self) where old.removeValue(forKey: summary.day) != summary {
      found.summaries.append(summary)
      found.days.insert(summary.day)
    }
    for (index, summary) in results.summaries.enumerated() where summary == nil {
      let day = first.adding(index)
      if old[day] != nil {
        found.emptied.append(day)
        found.days.insert(day)
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

  /// Returns the changes to be written.
  /// - Parameter isAll: whether every day with samples was compared, so that rows of other days are obsolete.
  mutating func changes(isAll: Bool, longestMs: Int64) throws -> SummaryChanges {
    if isAll {
      try readBefore(from: nil, through: nil)
      for summary in try ownSummaries(from: nil, through: nil) where !found.compared.contains(where: { $0.contains(summary.day) }) {
        found.emptied.append(summary.day)
        found.days.insert(summary.day)
      }
    }
    let kept = Set(found.wanted.map { SummaryChanges.Derived(kind: $0.kind, id: $0.id, day: "") })
    let dropped = found.before.filter { !kept.contains(SummaryChanges.Derived(kind: $0.kind, id: $0.id, day: "")) }
    for row in dropped { if let day = Day(row.day) { found.days.insert(day) } }
    return SummaryChanges(
      days: found.days.sorted(), computed: found.computed, device: device, summaries: found.summaries, emptied: found.emptied,
      sessions: found.sessions, weights: found.weights, derived: found.derived,
      dropped: dropped.sorted { ($0.kind, $0.id) < ($1.kind, $1.id) }, basis: basis.text, longestMs: longestMs)
  }

  /// Adds what the windows of other days brought.
  mutating func add(_ other: Findings) {
    found.days.formUnion(other.days)
    found.summaries += other.summaries
    found.emptied += other.emptied
    found.sessions += other.sessions
    found.weights += other.weights
    found.derived += other.derived
    found.wanted.formUnion(other.wanted)
    found.before.formUnion(other.before)
    found.compared += other.compared
    found.computed += other.computed
  }

  private mutating func compare(_ row: SleepRow, _ day: Day) throws {
    let columns = SleepRow.columns.joined(separator: ", ")
    let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM sleep_session WHERE id = ?")
    if try Row.fetchOne(statement, arguments: [row.id]).map(SleepRow.init) != row {
      found.sessions.append(row)
      found.days.insert(day)
    }
    want(SyncedTable.sleepSession.kind, row.id, day)
  }

  private mutating func compare(_ row: WeightRow, _ day: Day) throws {
    let columns = WeightRow.columns.joined(separator: ", ")
    let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM weight WHERE id = ?")
    if try Row.fetchOne(statement, arguments: [row.id]).map(WeightRow.init) != row {
      found.weights.append(row)
      found.days.insert(day)
    }
    want(SyncedTable.weight.kind, row.id, day)
  }

  private mutating func want(_ kind: String, _ id: String, _ day: Day) {
    let row = SummaryChanges.Derived(kind: kind, id: id, day: day.description)
    found.wanted.insert(row)
    if !found.before.contains(row) { found.derived.append(row) }
  }

  /// - Parameter first: `nil` = all days.
  private mutating func readBefore(from first: Day?, through last: Day?) throws {
    let kinds = "'\(SyncedTable.sleepSession.kind)', '\(SyncedTable.weight.kind)'"
    let statement = try db.cachedStatement(sql: "SELECT kind, id, day FROM derived WHERE kind IN (\(kinds)) AND day BETWEEN ? AND ?")
    let rows = try Row.fetchAll(statement, arguments: [first?.description ?? "", last?.description ?? "~"])
    found.before.formUnion(try rows.map { try SummaryChanges.Derived(kind: $0.value(0), id: $0.value(1), day: $0.value(2)) })
  }

  private func ownSummaries(from first: Day?, through last: Day?) throws -> [DaySummary] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(DaySummary.columns.joined(separator: ", ")) FROM day_summary WHERE day BETWEEN ? AND ? AND id = day || '/' || ?
        """)
    return try Row.fetchAll(statement, arguments: [first?.description ?? "", last?.description ?? "~", device]).compactMap {
      try DaySummary(row: $0)
    }
  }
}
