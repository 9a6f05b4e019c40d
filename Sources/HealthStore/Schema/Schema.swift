import BulkSQL
import FoundationEssentials
import GRDB

/// The versions of the library's schema, one after the other.
///
/// A version that is out never changes; a change is a new version, with its own entry in `docs/schema.md`.
package enum Schema {
  /// The version that this program writes, kept in the file's `user_version` and sent to a backend as `HSync-Schema`.
  package static let version = 9

  /// `application_id` of a library: "hsyn" in ASCII, so that `file` and other programs can distinguish it from other
  /// SQLite databases.
  package static let applicationID: Int32 = 0x6873_796E

  /// `LibraryShape.fingerprint(of:)` of a library of `version` as created by this program, so that opening one takes a
  /// single check. If it differs from that of existing files, a new version is needed; a wrong one only makes opening
  /// slower.
  static let fingerprint: UInt64 = 0x7E89_5029_4B83_09F6

  /// Brings a file of any older version, an empty one included, to `version`, each step in a transaction of its own.
  static func migrate(_ database: any DatabaseWriter) throws { try migrator.migrate(database) }

  /// The steps by the version that each leads to: "1" to "9".
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try run(SyncSchema.version1 + ["UPDATE sync_state SET applying = 1"], in: db)
      try run(MealSchema.version1 + triggers(of: tables(since: 1)) + LocalSchema.version1, in: db)
      try run(["UPDATE sync_state SET applying = 0", "PRAGMA application_id = \(applicationID)", "PRAGMA user_version = 1"], in: db)
    }
    migrator.registerMigration("2") { db in
      try run(WeightSchema.version2 + DaySchema.version2 + HealthSchema.version2 + triggers(of: [SampleChunks.table]), in: db)
      try beginSyncing(tables(since: 2), in: db)
      try run(["PRAGMA user_version = 2"], in: db)
    }
    migrator.registerMigration("3") { db in
      try run(PlanSchema.version3, in: db)
      try beginSyncing(tables(since: 3), in: db)
      try run(["PRAGMA user_version = 3"], in: db)
    }
    migrator.registerMigration("4") { db in try run(PhotoSchema.version4 + ["PRAGMA user_version = 4"], in: db) }
    migrator.registerMigration("5") { db in
      try run(HealthSchema.version5 + WeightSchema.version5, in: db)
      try beginSyncing([.weight], in: db)
      try run(["PRAGMA user_version = 5"], in: db)
    }
    migrator.registerMigration("6") { db in
      try RecordIDMigration.run(in: db)
      try UnitMigration.run(in: db)
      try run(RangeTriggers.version6, in: db)
      try run(["PRAGMA user_version = 6"], in: db)
    }
    migrator.registerMigration("7") { db in try run(BrowserSchema.version7 + ["PRAGMA user_version = 7"], in: db) }
    migrator.registerMigration("8") { db in
      try renewTriggers(in: db)
      try run(
        BrowserSchema.version8 + NoticeSchema.version8 + LaundrySchema.version8 + DietSchema.version8 + CoastSchema.version8
          + FoodSchema.version8 + RecordViews.version8, in: db)
      try beginSyncing(tables(since: 8), in: db)
      try run(["PRAGMA user_version = 8"], in: db)
    }
    migrator.registerMigration("9") { db in try run(HealthSchema.version9 + ["PRAGMA user_version = 9"], in: db) }
    return migrator
  }

  /// `CREATE TRIGGER` for changes of these tables, and what the triggers need.
  private static func triggers(of tables: [SyncedTable]) -> [String] { OutboxEntry.creation + tables.flatMap(\.triggers) }

  /// Makes the triggers of the tables before version 8 as this program has them: in a new library they are already.
  private static func renewTriggers(in db: Database) throws {
    try run(OutboxEntry.creation, in: db)
    for table in RangeTriggers.tables + [SampleChunks.table] {
      for (name, trigger) in zip(table.triggerNames, table.triggers) {
        let made = try String.fetchOne(db, sql: "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ?", arguments: [name])
        if made != trigger { try run(["DROP TRIGGER IF EXISTS \(name)", trigger], in: db) }
      }
    }
  }

  /// The synced tables that a version brought.
  private static func tables(since version: Int) -> [SyncedTable] { SyncedTable.all.filter { $0.since == version } }

  /// Makes new tables synced: creates their triggers, and applies the records that other devices sent before.
  private static func beginSyncing(_ tables: [SyncedTable], in db: Database) throws {
    try run(triggers(of: tables), in: db)
    try takeUpForeignRecords(of: tables, in: db)
  }

  /// Moves records that an older version kept as it couldn't read them into the tables that they have now. Their versions stay; what still
  /// doesn't fit stays, too.
  private static func takeUpForeignRecords(of tables: [SyncedTable], in db: Database) throws {
    try db.execute(sql: "UPDATE sync_state SET applying = 1")
    for table in tables {
      let rows = try Row.fetchAll(db, sql: "SELECT id, json FROM foreign_record WHERE kind = ?", arguments: [table.kind])
      for row in rows {
        let id: String = try row.value(0)
        guard try table.apply(row.value(1), to: id, in: db) else { continue }
        try db.execute(sql: "DELETE FROM foreign_record WHERE kind = ? AND id = ?", arguments: [table.kind, id])
        let hash = try table.json(of: id, in: db).flatMap { OutboxQueue.hash(of: .put($0)) }
        try db.execute(
          sql: "UPDATE version SET hash = ?3 WHERE kind = ?1 AND id = ?2", arguments: [table.kind, id, hash.map { Data($0) }])
      }
    }
    try db.execute(sql: "UPDATE sync_state SET applying = 0")
  }

  private static func run(_ statements: [String], in db: Database) throws {
    for statement in statements { try db.execute(sql: statement) }
  }
}
