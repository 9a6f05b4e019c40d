import BulkSQL
import GRDB
import HealthModel

/// Writes the sums and means of other programs, each with the time until when its export knows.
///
/// That time is known at an export's end only, and decides whether a value replaces the library's. So what came of an
/// export waits: here, and beyond `mostWaiting` in a temporary table.
struct AggregateWriter {
  /// The result of writing an aggregate.
  enum Fate {
    case added, changed
    /// The library has the same value, or one of an export that knows longer.
    case known
  }

  /// An export that was read to its end.
  private struct Export {
    var aggregates: [HealthAggregate]
    let knownUntilMs: Int64?
    /// Whether its first aggregates are in the temporary table.
    let hasOverflow: Bool
  }

  private let number: Int64
  private let mostWaiting: Int
  /// Of the export that is being read.
  private var open: [HealthAggregate] = []
  private var hasOverflow = false
  private var ended: [Export] = []
  /// The last row of the temporary table that was written.
  private var lastRow: Int64 = 0

  /// Whether none wait.
  var isEmpty: Bool { open.isEmpty && ended.isEmpty && !hasOverflow }
  /// The number of aggregates that came since the last `write`.
  private(set) var weight = 0

  /// - Parameters:
  ///   - number: the import's.
  ///   - mostWaiting: the limit of aggregates in memory, and of a transaction.
  init(import number: Int64, mostWaiting: Int) {
    self.number = number
    self.mostWaiting = mostWaiting
  }

  /// Takes aggregates of the export that is being read.
  mutating func add(_ aggregates: [HealthAggregate]) {
    open += aggregates
    weight += aggregates.count
  }

  /// Ends the export that is being read.
  /// - Parameter knownUntilMs: until when it knows, milliseconds UTC. `nil` = not known.
  mutating func endExport(knownUntilMs: Int64?) {
    if !open.isEmpty || hasOverflow {
      ended.append(Export(aggregates: open, knownUntilMs: knownUntilMs, hasOverflow: hasOverflow))
    }
    open = []
    hasOverflow = false
  }

  /// Writes one transaction's share of the exports that ended, and moves what is too much of the open one. Lives inside
  /// a write transaction.
  ///
  /// - Parameters:
  ///   - sources: ids in `health_source`, by place.
  ///   - tell: takes each aggregate's fate; the first value is whether a row was written.
  /// - Returns: whether all of them are written.
  mutating func write(
    sources: [Int32], in db: Database, _ tell: (_ isWritten: Bool, HealthAggregate, Fate) throws -> Void
  ) throws -> Bool {
    weight = 0
    var budget = mostWaiting
    while budget > 0, let export = ended.first {
      if export.hasOverflow {
        let overflow = try overflow(budget, in: db)
        for aggregate in overflow { try write(aggregate, export.knownUntilMs, sources, in: db, tell) }
        budget -= overflow.count
        guard budget > 0 else { break }
        try Self.dropOverflow(in: db)
        ended[0] = Export(aggregates: export.aggregates, knownUntilMs: export.knownUntilMs, hasOverflow: false)
      }
      let some = export.aggregates.prefix(budget)
      for aggregate in some { try write(aggregate, export.knownUntilMs, sources, in: db, tell) }
      budget -= some.count
      if some.count == export.aggregates.count { ended.removeFirst() } else { ended[0].aggregates.removeFirst(some.count) }
    }
    guard ended.isEmpty else { return false }
    if open.count >= mostWaiting { try moveToOverflow(in: db) }
    return true
  }

  /// Removes the temporary table, also one that a failed import left.
  static func dropOverflow(in db: Database) throws { try db.execute(sql: "DROP TABLE IF EXISTS temp.waiting_aggregate") }

  // MARK: - One aggregate

  /// Writes an aggregate unless the library has the same, or one of the same span that is more recent.
  private func write(
    _ aggregate: HealthAggregate, _ knownUntilMs: Int64?, _ sources: [Int32], in db: Database,
    _ tell: (Bool, HealthAggregate, Fate) throws -> Void
  ) throws {
    let key: [(any DatabaseValueConvertible)?] = [
      aggregate.measure, aggregate.startMs, aggregate.endMs, sources[Int(aggregate.source)],
    ]
    let stored = try Row.fetchOne(db.cachedStatement(sql: Self.latest), arguments: StatementArguments(key)).map(Stored.init)
    let new = Stored(aggregate, knownUntilMs, import: number)
    var counted = new
    if let stored {
      if stored.isMoreRecent(than: new) { counted = stored }
      // A span that any export proves isn't a guess.
      counted.isGuess = new.isGuess && stored.isGuess
    }
    guard counted != stored else { return try tell(false, aggregate, .known) }
    try db.cachedStatement(sql: Self.insert).execute(
      arguments: StatementArguments(key + [number, counted.value, counted.day, counted.isGuess, counted.knownUntilMs]))
    let isSame = stored.map { $0.value == counted.value && $0.day == counted.day && $0.isGuess == counted.isGuess } ?? false
    try tell(true, aggregate, stored == nil ? .added : isSame ? .known : .changed)
  }

  /// The part of a row that isn't its key.
  private struct Stored: Equatable {
    let value: Double
    let day: String?
    var isGuess: Bool
    let knownUntilMs: Int64?
    let number: Int64

    init(_ aggregate: HealthAggregate, _ knownUntilMs: Int64?, import number: Int64) {
      (value, day, isGuess) = (aggregate.value, aggregate.day?.description, aggregate.isGuess)
      (self.knownUntilMs, self.number) = (knownUntilMs, number)
    }

    init(_ row: Row) throws {
      (value, day, isGuess, knownUntilMs, number) = try (row.value(0), row.value(1), row.value(2), row.value(3), row.value(4))
    }

    /// The import isn't part of it: a row that stays the same isn't written again.
    static func == (a: Stored, b: Stored) -> Bool {
      a.value == b.value && a.day == b.day && a.isGuess == b.isGuess && a.knownUntilMs == b.knownUntilMs
    }

    /// Of two exports that know until the same time the one imported later is more recent. Of two in one import, whose
    /// order is that of their names, the larger value counts: sums grow while a day goes on.
    func isMoreRecent(than new: Stored) -> Bool {
      if knownUntilMs != new.knownUntilMs { return knownUntilMs ?? .min > new.knownUntilMs ?? .min }
      return number == new.number && value > new.value
    }
  }

  private static let latest = """
    SELECT value, day, guess, known_until_ms, import FROM health_aggregate WHERE measure = ? AND start_ms = ? AND end_ms = ? AND source = ?
    ORDER BY import DESC LIMIT 1
    """
  private static let insert = """
    INSERT OR REPLACE INTO health_aggregate(measure, start_ms, end_ms, source, import, value, day, guess, known_until_ms)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  // MARK: - The temporary table

  private mutating func moveToOverflow(in db: Database) throws {
    if !hasOverflow {
      try db.execute(
        sql: """
          CREATE TEMP TABLE waiting_aggregate(
            n INTEGER PRIMARY KEY, measure TEXT, source INTEGER, start_ms INTEGER, end_ms INTEGER, value REAL, day INTEGER, guess INTEGER)
          """)
      (hasOverflow, lastRow) = (true, 0)
    }
    let insert = try db.cachedStatement(
      sql: """
        INSERT INTO temp.waiting_aggregate(measure, source, start_ms, end_ms, value, day, guess) VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
    for aggregate in open {
      try insert.execute(arguments: [
        aggregate.measure, aggregate.source, aggregate.startMs, aggregate.endMs, aggregate.value, aggregate.day?.number, aggregate.isGuess,
      ])
    }
    open = []
  }

  private mutating func overflow(_ most: Int, in db: Database) throws -> [HealthAggregate] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT n, measure, source, start_ms, end_ms, value, day, guess FROM temp.waiting_aggregate WHERE n > ? ORDER BY n LIMIT ?
        """, arguments: [lastRow, most])
    if let last = rows.last { lastRow = try last.value(0) }
    return try rows.map { row in
      try HealthAggregate(
        measure: row.value(1), source: row.value(2), startMs: row.value(3), endMs: row.value(4), value: row.value(5),
        day: (row.value(6) as Int?).map { Day(number: $0) }, isGuess: row.value(7))
    }
  }
}
