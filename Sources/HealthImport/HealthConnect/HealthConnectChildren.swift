import GRDB

/// The rows of a table of parts (stages, pauses, points), for one parent after the other: both tables are gone through side by side in the
/// order of the parents, so that no part is kept longer than needed.
struct HealthConnectChildren {
  private let rows: RowCursor?
  private var next: (parent: Int64, values: [DatabaseValue])?
  /// Rows so far whose parent isn't there.
  private var orphans = 0

  /// The limit of parts of one session, far above real ones: a position each second for three days.
  static let most = 262_144

  /// - Parameters:
  ///   - columns: The columns to read; if one is missing, there are no rows.
  ///   - order: The column that orders the rows of one parent.
  init(_ database: HealthConnectDatabase, _ table: String, _ columns: [String], orderedBy order: String) throws {
    rows = try database.rows(
      table, ["parent_key"] + columns, needed: Set(columns + ["parent_key", order]), order: ["parent_key", order])
    try advance()
  }

  /// Whether the table and its columns are there.
  var isReadable: Bool { rows != nil }

  /// Goes to the end: how many rows had no parent among those that were asked for.
  mutating func finish() throws -> Int {
    while next != nil {
      orphans += 1
      try advance()
    }
    return orphans
  }

  /// The rows of a parent, whose number must be greater than the last one's.
  mutating func rows(of parent: Int64) throws -> [[DatabaseValue]] {
    while let row = next, row.parent < parent {
      orphans += 1
      try advance()
    }
    var found: [[DatabaseValue]] = []
    while let row = next, row.parent == parent {
      guard found.count < Self.most else {
        throw ImportError(.dangerous, "one session of the export has more than \(Self.most) parts")
      }
      found.append(row.values)
      try advance()
    }
    return found
  }

  private mutating func advance() throws {
    next = nil
    while next == nil, let row = try rows?.next() {
      guard let parent = row.int(0) else {
        orphans += 1
        continue
      }
      next = (parent, Array(row.databaseValues.dropFirst()))
    }
  }
}
