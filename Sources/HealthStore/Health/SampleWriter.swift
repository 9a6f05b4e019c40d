import BulkSQL
import GRDB
import HealthModel

/// Writes samples into `sample`, each key once. Lives inside one write transaction.
///
/// The rows of a type are sorted by key, and existing keys are read alongside, in one pass, which is cheaper than a
/// lookup of each by SQLite. Then only missing rows are inserted, 128 by one statement, which takes half the time of
/// 128 statements.
struct SampleWriter {
  /// The result of writing a sample.
  enum Fate {
    /// It is new, and written.
    case added
    /// This import wrote it before: it is in the file twice.
    case again
    /// An earlier import wrote it.
    case known
  }

  private let number: Int64
  private let hasAdded: Bool
  private let insert: BulkStatement
  private let insertMany: BulkStatement
  private let existing: BulkStatement
  private let lookUp: BulkStatement

  /// - Parameters:
  ///   - number: the import's.
  ///   - hasAdded: whether the import has written samples before. If not, all existing rows belong to other imports,
  ///     and their import needn't be read: it is the last column of a row.
  init(import number: Int64, hasAdded: Bool, in db: Database) throws {
    self.number = number
    self.hasAdded = hasAdded
    insert = try BulkStatement(SampleWriter.insertion(of: 1), in: db)
    insertMany = try BulkStatement(SampleWriter.insertion(of: SampleWriter.many), in: db)
    existing = try BulkStatement(
      """
      SELECT start_ms, source, duration_ms, value\(hasAdded ? ", import" : "") FROM sample WHERE type = ?1 AND start_ms BETWEEN ?2 AND ?3
      ORDER BY start_ms, source, duration_ms, value
      """, in: db)
    lookUp = try BulkStatement(
      "SELECT import FROM sample WHERE type = ?1 AND start_ms = ?2 AND source = ?3 AND duration_ms = ?4 AND value = ?5", in: db)
    for statement in [insert, insertMany] { statement.bind(number, at: 2) }
    try db.notifyChanges(in: Table("sample"))
  }

  /// Writes samples, whose `type` and so on are ids, and reports the outcome of each to `tell`.
  ///
  /// - Parameter samples: sorted by key on the way.
  func write(_ samples: inout [Sample], _ tell: (Sample, Fate) -> Void) throws {
    if !SampleWriter.isSorted(samples) { samples.sort(by: SampleWriter.precedes) }
    try samples.withUnsafeBufferPointer { samples in
      var start = 0
      while start < samples.count {
        var end = start + 1
        while end < samples.count, samples[end].type == samples[start].type { end += 1 }
        try write(UnsafeBufferPointer(rebasing: samples[start..<end]), tell)
        start = end
      }
    }
  }

  /// Writes samples of one type.
  private func write(_ run: UnsafeBufferPointer<Sample>, _ tell: (Sample, Fate) -> Void) throws {
    var fates: [Fate?] = Array(repeating: nil, count: run.count)
    try fates.withUnsafeMutableBufferPointer { fates in
      let compared = try compare(run, &fates)
      for statement in [insert, insertMany] { statement.bind(Int64(run[0].type), at: 1) }
      var missing: [Int] = []
      missing.reserveCapacity(Int(SampleWriter.many))
      for index in run.indices {
        let sample = run[index]
        var fate = fates[index]
        if fate == nil, index > 0, SampleWriter.isSame(run[index - 1], sample) {
          // Its twin before it was just written, or was known, and then this one is known, too.
          fate = fates[index - 1] == .known ? .known : .again
        }
        if let fate {
          fates[index] = fate
          tell(sample, fate)
        } else if index < compared {
          missing.append(index)
          if missing.count == Int(SampleWriter.many) { try addMany(&missing, of: run) }
          fates[index] = .added
          tell(sample, .added)
        } else {
          // It wasn't looked for: it may be there, and then nothing is inserted.
          let found = try add(sample) ? .added : find(sample)
          fates[index] = found
          tell(sample, found)
        }
      }
      for index in missing where try !add(run[index]) { throw SampleWriter.contradiction }
    }
  }

  /// Reads the existing keys in the time of the run, and marks the samples that exist.
  ///
  /// It ends early where a run has few samples over a long time (re-synced data of several years), because reading
  /// would cost far more than it saves.
  /// - Returns: the number of samples, from the start of the run, that were compared.
  private func compare(_ run: UnsafeBufferPointer<Sample>, _ fates: inout UnsafeMutableBufferPointer<Fate?>) throws -> Int {
    existing.bind(Int64(run[0].type), at: 1)
    existing.bind(run[0].startMs, at: 2)
    existing.bind(run[run.count - 1].startMs, at: 3)
    defer { existing.reset() }
    var index = 0
    var budget = run.count * 2 + 1000
    while index < run.count, try existing.step() {
      let startMs = existing.integer(0)
      while index < run.count, run[index].startMs < startMs { index += 1 }
      guard index < run.count else { break }
      if run[index].startMs == startMs {
        let source = Int32(truncatingIfNeeded: existing.integer(1))
        let duration = existing.integer(2)
        let value = existing.number(3)
        while index < run.count, SampleWriter.precedes(run[index], startMs, source, duration, value) { index += 1 }
        while index < run.count, SampleWriter.isSame(run[index], startMs, source, duration, value) {
          fates[index] = hasAdded && existing.integer(4) == number ? .again : .known
          index += 1
        }
      }
      budget -= 1
      if budget == 0 { return index }
    }
    return run.count
  }

  /// Inserts a sample. `false` = its key is there.
  private func add(_ sample: Sample) throws -> Bool {
    SampleWriter.bind(sample, to: insert, row: 0)
    return try insert.run() > 0
  }

  /// Inserts samples that are known not to be there.
  private func addMany(_ indices: inout [Int], of run: UnsafeBufferPointer<Sample>) throws {
    for (row, index) in indices.enumerated() { SampleWriter.bind(run[index], to: insertMany, row: Int32(row)) }
    guard try insertMany.run() == indices.count else { throw SampleWriter.contradiction }
    indices.removeAll(keepingCapacity: true)
  }

  private static func bind(_ sample: Sample, to statement: BulkStatement, row: Int32) {
    let first = 3 + row * 8
    statement.bind(sample.startMs, at: first)
    statement.bind(Int64(sample.source), at: first + 1)
    statement.bind(sample.durationMs, at: first + 2)
    statement.bind(sample.value, at: first + 3)
    statement.bind(Int64(sample.unit), at: first + 4)
    statement.bind(Int64(sample.device), at: first + 5)
    if sample.lagS == Sample.unknownLag { statement.bindNull(at: first + 6) } else { statement.bind(Int64(sample.lagS), at: first + 6) }
    statement.bind(Int64(sample.flags), at: first + 7)
  }

  /// Returns whether an existing sample was stored by this import (`again`) or by an earlier one (`known`).
  private func find(_ sample: Sample) throws -> Fate {
    lookUp.bind(Int64(sample.type), at: 1)
    lookUp.bind(sample.startMs, at: 2)
    lookUp.bind(Int64(sample.source), at: 3)
    lookUp.bind(sample.durationMs, at: 4)
    lookUp.bind(sample.value, at: 5)
    defer { lookUp.reset() }
    return try lookUp.step() && lookUp.integer(0) == number ? .again : .known
  }
}

// MARK: - Statements

extension SampleWriter {
  /// Rows of the large statement.
  private static let many: Int32 = 128

  /// `?1` is the type, `?2` the import, then come eight values for each row. Conflicts are ignored rather than an error, for which SQLite would
  /// have to keep a journal of each statement.
  private static func insertion(of rows: Int32) -> String {
    let values = (0..<rows).map { row in
      let places = (3 + row * 8..<11 + row * 8).map { "?\($0)" }
      return "(?1, \(places.joined(separator: ", ")), ?2)"
    }
    return """
      INSERT OR IGNORE INTO sample(type, start_ms, source, duration_ms, value, unit, device, lag_s, flags, import)
      VALUES \(values.joined(separator: ", "))
      """
  }

  /// The error for a sample that wasn't found although it exists: a value that isn't a number, or a damaged file.
  private static var contradiction: DatabaseError { DatabaseError(resultCode: .SQLITE_CORRUPT) }
}

// MARK: - The order of keys

extension SampleWriter {
  private static func isSorted(_ samples: [Sample]) -> Bool {
    samples.withUnsafeBufferPointer { samples in
      for index in samples.indices.dropFirst() where precedes(samples[index], samples[index - 1]) { return false }
      return true
    }
  }

  private static func precedes(_ a: Sample, _ b: Sample) -> Bool {
    if a.type != b.type { return a.type < b.type }
    return precedes(a, b.startMs, b.source, b.durationMs, b.value)
  }

  /// Whether the key of `a` is before the other, of the same type.
  private static func precedes(_ a: Sample, _ startMs: Int64, _ source: Int32, _ durationMs: Int64, _ value: Double) -> Bool {
    if a.startMs != startMs { return a.startMs < startMs }
    if a.source != source { return a.source < source }
    if a.durationMs != durationMs { return a.durationMs < durationMs }
    return a.value < value
  }

  private static func isSame(_ a: Sample, _ b: Sample) -> Bool {
    a.type == b.type && isSame(a, b.startMs, b.source, b.durationMs, b.value)
  }

  private static func isSame(_ a: Sample, _ startMs: Int64, _ source: Int32, _ durationMs: Int64, _ value: Double) -> Bool {
    a.startMs == startMs && a.source == source && a.durationMs == durationMs && a.value == value
  }
}
