import GRDB
import HealthModel

/// Days that begin at midnight in UTC, because the computer is a server without a zone, while an export's times are of
/// another offset: most totals are then of the wrong hours. Said once.
enum ForeignOffset {
  /// Returns the offset of an export's times, minutes east of UTC, if that is to be said; else `nil`.
  static func found(_ report: ReadingReport, days: Summarizer, settings: HealthSettings, in db: Database) throws -> Int? {
    guard settings.zone == nil, let offset = report.utcOffsetMin, offset != 0, utc.contains(days.zone) else { return nil }
    let isSaid = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM notebook WHERE name = ?)", arguments: [note]) ?? false
    return isSaid ? nil : offset
  }

  /// Remembers that it was said. Lives inside a write transaction.
  static func noteSaid(in db: Database) throws {
    try db.execute(sql: "INSERT OR REPLACE INTO notebook(name, body) VALUES (?, 'said')", arguments: [note])
  }

  /// Names of the zone that a computer has unless somebody sets it.
  private static let utc: Set = ["UTC", "Etc/UTC", "Etc/UCT", "UCT", "Etc/Universal", "Universal", "Etc/Zulu", "Zulu", "GMT", "Etc/GMT"]
  private static let note = "summaries.foreign_offset"
}
