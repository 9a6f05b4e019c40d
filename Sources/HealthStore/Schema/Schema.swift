import GRDB

/// The versions of the library's schema, one after the other.
///
/// A version that is out never changes; a change is a new version, with its own entry in `docs/schema.md`.
package enum Schema {
  /// The version that this program writes, kept in the file's `user_version` and sent to a backend as `HSync-Schema`.
  package static let version = 1

  /// `application_id` of a library: "hsyn" in ASCII, so that `file` and other programs can tell it from any SQLite database.
  package static let applicationID: Int32 = 0x6873_796E

  /// Brings a file of any older version, an empty one included, to `version`, each step in a transaction of its own.
  static func migrate(_ database: DatabaseQueue) throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try run(SyncSchema.version1 + ["UPDATE sync_state SET applying = 1"], in: db)
      try run(MealSchema.version1 + SyncedTable.meal.triggers + LocalSchema.version1, in: db)
      try run(["UPDATE sync_state SET applying = 0", "PRAGMA application_id = \(applicationID)", "PRAGMA user_version = 1"], in: db)
    }
    try migrator.migrate(database)
  }

  private static func run(_ statements: [String], in db: Database) throws {
    for statement in statements { try db.execute(sql: statement) }
  }
}
