import BulkSQL
import GRDB
import HealthModel

/// From schema 5 to schema 6: samples that older versions stored unchanged, because they didn't recognize the unit, get
/// the value or the type that an import gives them now. 180 `lbs` counted as 180 kg for a day's weight, and stayed
/// beside the 81.6 kg of the next import.
///
/// The original unit is in the row. That of sums by other programs isn't; importing them again replaces them.
enum UnitMigration {
  /// Samples of one type in one unit, and what they become.
  private struct Change {
    let type: Int64
    let unit: Int64
    let newType: String
    let newUnit: SampleUnit
  }

  /// Corrects the samples. If any change, days are recomputed and chunks are sent again. Runs inside the migration's
  /// transaction.
  static func run(in db: Database) throws {
    let changes = try changes(in: db)
    for change in changes {
      try make(change, in: db)
      try db.execute(sql: "UPDATE sample_chunk SET changes = changes + 1 WHERE type = ?", arguments: [change.type])
    }
    if !changes.isEmpty { try SummaryBasis.forget(in: db) }
  }

  /// Returns the changes. Units that were stored unchanged have the same name on both sides. Health Connect's are
  /// chosen by hsync and right. A percentage isn't changed: its unit doesn't show whether it was 0.97 or 97.
  private static func changes(in db: Database) throws -> [Change] {
    let pairs = try Row.fetchAll(
      db,
      sql: """
        SELECT DISTINCT s.type, s.unit, t.name, u.name FROM (SELECT DISTINCT type, unit, source FROM sample) AS s
          JOIN health_type AS t ON t.id = s.type JOIN health_unit AS u ON u.id = s.unit JOIN health_source AS o ON o.id = s.source
        WHERE u.name = u.stored AND u.factor = 1 AND u.shift = 0 AND o.origin <> 'health_connect' ORDER BY s.type, s.unit
        """)
    return try pairs.compactMap { row in
      let (type, said): (String, String) = try (row.value(2), row.value(3))
      let unit = SampleUnit.stored(said, type: type)
      let newType = SampleType.name(of: type, in: unit)
      guard unit.stored != "%", newType != type || unit.stored != said else { return nil }
      return try Change(type: row.value(0), unit: row.value(1), newType: newType, newUnit: unit)
    }
  }

  /// Takes the samples out and puts in what they become, unless a later import brought it.
  private static func make(_ change: Change, in db: Database) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT start_ms, source, duration_ms, value, device, lag_s, flags, import FROM sample WHERE type = ? AND unit = ?
          AND source IN (SELECT id FROM health_source WHERE origin <> 'health_connect')
        """, arguments: [change.type, change.unit])
    try db.execute(sql: "INSERT OR IGNORE INTO health_type(name) VALUES (?)", arguments: [change.newType])
    let type = try Int64.fetchOne(db, sql: "SELECT id FROM health_type WHERE name = ?", arguments: [change.newType])
    let (new, names) = (change.newUnit, [change.newUnit.name, change.newUnit.stored])
    try db.execute(
      sql: "INSERT OR IGNORE INTO health_unit(name, stored, factor, shift) VALUES (?, ?, ?, ?)",
      arguments: [new.name, new.stored, new.factor, new.shift])
    let unit = try Int64.fetchOne(
      db, sql: "SELECT id FROM health_unit WHERE name = ? AND stored = ?", arguments: StatementArguments(names))
    let delete = try db.cachedStatement(
      sql: "DELETE FROM sample WHERE type = ? AND start_ms = ? AND source = ? AND duration_ms = ? AND value = ?")
    let insert = try db.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO sample(type, start_ms, source, duration_ms, value, unit, device, lag_s, flags, import)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    let move = try db.cachedStatement(
      sql: """
        UPDATE OR REPLACE sample_detail SET type = ?6, value = ?7
        WHERE type = ?1 AND start_ms = ?2 AND source = ?3 AND duration_ms = ?4 AND value = ?5
        """)
    // All out before any comes in: what one becomes may be the key of another.
    for row in rows {
      try delete.execute(arguments: [
        change.type, row.value(0) as Int64, row.value(1) as Int64, row.value(2) as Int64, row.value(3) as Double,
      ])
    }
    for row in rows {
      let (start, source, duration, said): (Int64, Int64, Int64, Double) = try (row.value(0), row.value(1), row.value(2), row.value(3))
      let value = new.convert(said)
      try insert.execute(arguments: [
        type, start, source, duration, value, unit, row.value(4) as Int64, row.value(5) as Int64?, row.value(6) as Int64,
        row.value(7) as Int64,
      ])
      try move.execute(arguments: [change.type, start, source, duration, said, type, value])
    }
  }
}
