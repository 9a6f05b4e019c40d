import DayTotals
import GRDB
import HealthModel

/// What days are computed by, apart from the samples: another zone, other ranks or other rules make every day another.
struct SummaryBasis: Equatable {
  /// IANA name of the zone whose midnight begins a day.
  let zone: String
  let rules: ZoneRules
  let ranks: SourceRanks
  /// The same as a text that two programs can compare.
  let text: String

  static func == (a: SummaryBasis, b: SummaryBasis) -> Bool { a.text == b.text }

  /// The zone is the one in the settings, else the one that most records of the newest import name, else the computer's.
  ///
  /// - Parameter pending: what a running import would bring.
  /// - Throws: kind `.badData` when the settings name a zone that the system doesn't know.
  init(_ db: Database, settings: HealthSettings, pending: PendingRows) throws {
    let name: String
    let rules: ZoneRules
    if let wanted = settings.zone {
      guard let known = ZoneFile.rules(of: wanted) else {
        throw StoreError(
          code: .refused, message: "no time zone is called \(wanted)",
          hint: "use a name of the time zone database, as Europe/Paris; on a bare system install tzdata")
      }
      (name, rules) = (wanted, known)
    } else {
      let told = try String.fetchOne(
        db, sql: "SELECT zone FROM health_import WHERE state = 'done' AND zone IS NOT NULL ORDER BY n DESC LIMIT 1")
      // A zone that the system doesn't know (a bare container) doesn't stop an import.
      let known = [pending.zone, told, settings.machineZone].lazy.compactMap(\.self).compactMap { name in
        ZoneFile.rules(of: name).map { (name, $0) }
      }
      (name, rules) = known.first ?? ("UTC", ZoneRules(fixedMin: 0))
    }
    zone = name
    self.rules = rules
    ranks = SourceRanks(settings.ranks)
    let ranked = JSON.array(settings.ranks.map { JSON.string($0) })
    text = JSON.object([("rule", JSON(DaySummary.ruleVersion)), ("zone", .string(name)), ("ranks", ranked)]).text
  }

  /// When the newest export of all samples was made, milliseconds UTC: samples are complete up to then. `nil` = there was none.
  static func exportedAtMs(in db: Database, pending: PendingRows) throws -> Int64? {
    let stored = try Int64.fetchOne(db, sql: "SELECT max(exported_at_ms) FROM health_import WHERE state = 'done' AND whole = 1")
    return [stored, pending.exportedAtMs].compactMap(\.self).max()
  }

  /// The basis that the library's days were computed by. `nil` = none was yet.
  static func stored(in db: Database) throws -> String? { try note(basisNote, in: db) }

  /// The longest sample that a day may need, milliseconds: how far before a day its samples may begin. `nil` = not known.
  static func storedLongestMs(in db: Database) throws -> Int64? { try note(longestNote, in: db).flatMap { Int64($0) } }

  /// Remembers both.
  static func store(basis: String, longestMs: Int64, in db: Database) throws {
    for (name, body) in [(basisNote, basis), (longestNote, String(longestMs))] where try note(name, in: db) != body {
      try db.execute(sql: "INSERT OR REPLACE INTO notebook(name, body) VALUES (?, ?)", arguments: [name, body])
    }
  }

  /// Has every day computed anew the next time.
  static func forget(in db: Database) throws {
    try db.execute(sql: "DELETE FROM notebook WHERE name = ?", arguments: [basisNote])
  }

  private static func note(_ name: String, in db: Database) throws -> String? {
    try String.fetchOne(db, sql: "SELECT body FROM notebook WHERE name = ?", arguments: [name])
  }

  private static let basisNote = "summaries.basis"
  private static let longestNote = "summaries.longest_ms"
}
