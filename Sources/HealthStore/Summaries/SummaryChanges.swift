import GRDB
import HealthModel

/// The rows of days that come out otherwise than they are in the library: worked out by reading alone, written in a short transaction.
package struct SummaryChanges: Sendable {
  /// A row of `derived`: something of this device's making.
  struct Derived: Sendable, Hashable {
    let kind: String
    let id: String
    let day: String
  }

  /// Local days of which a summary, a night or an imported weight changes, in order.
  package let days: [Day]
  /// The number of computed days with any data.
  package let computed: Int

  let device: String
  let summaries: [DaySummary]
  /// Days that lose their summary.
  let emptied: [Day]
  let sessions: [SleepRow]
  let weights: [WeightRow]
  let derived: [Derived]
  /// Rows that don't come out any more.
  let dropped: [Derived]
  let basis: String
  let longestMs: Int64

  /// Whether there is nothing to write but the memory of what the days were computed by.
  package var isEmpty: Bool { days.isEmpty }

  /// Writes them, through the triggers that put them into the outbox. In the same transaction as what they were computed from.
  package func write(in db: Database) throws {
    for summary in summaries { try summary.write(in: db, device: device) }
    for day in emptied { try db.execute(sql: "DELETE FROM day_summary WHERE id = ?", arguments: ["\(day)/\(device)"]) }
    for session in sessions { try session.write(in: db) }
    for weight in weights { try weight.write(in: db) }
    for row in dropped {
      try db.execute(sql: "DELETE FROM \(row.kind) WHERE id = ?", arguments: [row.id])
      try db.execute(sql: "DELETE FROM derived WHERE kind = ? AND id = ?", arguments: [row.kind, row.id])
    }
    for row in derived {
      try db.execute(sql: "INSERT OR REPLACE INTO derived(kind, id, day) VALUES (?, ?, ?)", arguments: [row.kind, row.id, row.day])
    }
    try SummaryBasis.store(basis: basis, longestMs: longestMs, in: db)
  }
}
