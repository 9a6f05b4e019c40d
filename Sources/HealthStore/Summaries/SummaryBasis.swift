import GRDB
import DayTotals
import HealthModel

/// The rules that days are computed by, apart from the samples: another zone, other ranks or other rules make every day another.
struct SummaryBasis: Equatable {
  /// IANA name of the zone whose midnight begins a day.
  let zone: String
  let rules: ZoneRules
  let ranks: SourceRanks
  /// The ranks for sleep: Health Connect has an order of apps of its own for it.
  let sleepRanks: SourceRanks
  /// The same as a text that two programs can compare.
  let text: String

  static func == (a: SummaryBasis, b: SummaryBasis) -> Bool { a.text == b.text }

  /// The zone is the one in the settings, else the one in most records of the newest import, else the computer's.
  ///
  /// - Parameter pending: the data of a running import.
  /// - Throws: kind `.badData` when the settings name a zone that isn't installed.
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
      let told = try SummaryBasis.toldZone(in: db)
      // A zone that the system doesn't know (a bare container) doesn't stop an import.
      let known = [pending.zone, told, settings.machineZone].lazy.compactMap(\.self).compactMap { name in
        ZoneFile.rules(of: name).map { (name, $0) }
      }
      (name, rules) = known.first ?? ("UTC", ZoneRules(fixedMin: 0))
    }
    zone = name
    self.rules = rules
    let order = try pending.appOrder ?? AppOrder.stored(in: db)
    ranks = SourceRanks(settings.ranks, apps: order?.activity ?? [])
    sleepRanks = SourceRanks(settings.ranks, apps: order?.sleep ?? [])
    text = SummaryBasis.text(zone: name, ranks: settings.ranks, order)
  }

  /// Returns whether the library's days match `settings`, or none were computed here: faster than creating a basis.
  ///
  /// `false` may also mean that a basis is needed to determine it.
  static func isSurelyCurrent(_ settings: HealthSettings, in db: Database) throws -> Bool {
    guard let stored = try stored(in: db) else {
      return try Bool.fetchOne(db.cachedStatement(sql: "SELECT NOT EXISTS (SELECT 1 FROM health_import WHERE state = 'done')")) ?? true
    }
    let zone = try settings.zone ?? toldZone(in: db) ?? settings.machineZone
    return try stored == text(zone: zone, ranks: settings.ranks, AppOrder.stored(in: db))
  }

  /// Whether it has another zone than the library's days, by a variable of the environment: that is for one run, so nothing that only shows
  /// stores it.
  func isPassing(_ settings: HealthSettings, in db: Database) throws -> Bool {
    guard settings.isZonePassing else { return false }
    if settings.zone == nil, try SummaryBasis.toldZone(in: db) != nil { return false }
    // Before the first import only a zone that was asked for by name is one: the computer's may come as a variable for good.
    guard let stored = try SummaryBasis.stored(in: db) else { return settings.zone != nil }
    return (try? JSON(parsing: stored))?["zone"].string != zone
  }

  /// The zone that most records of the newest import name. `nil` = none does.
  private static func toldZone(in db: Database) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT zone FROM health_import WHERE state = 'done' AND zone IS NOT NULL ORDER BY n DESC LIMIT 1"))
  }

  private static func text(zone: String, ranks: [String], _ order: AppOrder?) -> String {
    func names(_ names: [String]) -> JSON { .array(names.map { .string($0) }) }
    let apps: [(String, JSON)] = order.map { [("apps", names($0.activity)), ("sleep_apps", names($0.sleep))] } ?? []
    return JSON.object([("rule", JSON(DaySummary.ruleVersion)), ("zone", .string(zone)), ("ranks", names(ranks))] + apps).text
  }

  /// Returns the time of the newest full export, in milliseconds since 1970: samples are complete up to then. `nil` = there was none.
  static func exportedAtMs(in db: Database, pending: PendingRows) throws -> Int64? {
    let stored = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT max(exported_at_ms) FROM health_import WHERE state = 'done' AND whole = 1"))
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

  /// Causes every day to be recomputed the next time.
  static func forget(in db: Database) throws {
    try db.execute(sql: "DELETE FROM notebook WHERE name = ?", arguments: [basisNote])
  }

  private static func note(_ name: String, in db: Database) throws -> String? {
    try String.fetchOne(db.cachedStatement(sql: "SELECT body FROM notebook WHERE name = ?"), arguments: [name])
  }

  private static let basisNote = "summaries.basis"
  private static let longestNote = "summaries.longest_ms"
}
