import BulkSQL
import GRDB
import HealthModel

/// From schema 5 to schema 6: `sample_version` stores a record's id as bytes, which take a third of the text's space.
enum RecordIDMigration {
  /// Creates the table again with the rows of the old one. Runs inside the migration's transaction.
  static func run(in db: Database) throws {
    guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM sample_version)") ?? false else {
      // A new library: renaming would parse all triggers anew, a third of the time that making one takes.
      try db.execute(sql: "DROP TABLE sample_version; \(table)")
      return
    }
    try db.execute(sql: "ALTER TABLE sample_version RENAME TO sample_version_5")
    try db.execute(sql: table)
    let columns = "import, modified_ms, type, start_ms, source, duration_ms, value"
    let old = try BulkStatement("SELECT record, \(columns) FROM sample_version_5", in: db)
    let insert = try BulkStatement(
      "INSERT OR IGNORE INTO sample_version(record, \(columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", in: db)
    while try old.step() {
      insert.bind(HealthRecordID(old.text(0) ?? "").bytes, at: 1)
      for column: Int32 in 1...6 { insert.bind(old.integer(column), at: column + 1) }
      insert.bind(old.number(7), at: 8)
      _ = try insert.run()
    }
    old.reset()
    try db.execute(sql: "DROP TABLE sample_version_5")
  }

  private static let table = """
    CREATE TABLE sample_version(
      record BLOB NOT NULL, import INTEGER NOT NULL, modified_ms INTEGER NOT NULL, type INTEGER NOT NULL, start_ms INTEGER NOT NULL,
      source INTEGER NOT NULL, duration_ms INTEGER NOT NULL, value REAL NOT NULL,
      PRIMARY KEY (record, import, type, start_ms, duration_ms, value)
    ) STRICT, WITHOUT ROWID
    """
}
