import BulkSQL
import GRDB
import HealthModel

/// Makes a catalogue of a whole dump, or brings one up to date with a delta.
package struct CatalogueImport {
  private let path: String
  private let nowMs: Int64
  private let isInterrupted: () -> Bool
  private let progress: (ImportProgress) -> Void

  /// - Parameters:
  ///   - path: The catalogue's path; its folder must exist.
  ///   - nowMs: The time of the import, in milliseconds since 1970.
  ///   - isInterrupted: Polled several times a second; once it is true, the import ends with `CancellationError`.
  ///   - progress: Called on the calling thread.
  package init(
    _ path: String, nowMs: Int64, isInterrupted: @escaping () -> Bool = { false }, progress: @escaping (ImportProgress) -> Void = { _ in }
  ) {
    self.path = path
    self.nowMs = nowMs
    self.isInterrupted = isInterrupted
    self.progress = progress
  }

  /// Replaces the catalogue with the foods of a dump. Blocks the calling thread until it is done.
  ///
  /// - Parameter dump: Its path; `-` is standard input.
  /// - Throws: `CatalogueError`, `CancellationError`; the catalogue is then as it was.
  package func run(_ dump: String, filter: FoodFilter = FoodFilter()) throws -> ImportReport {
    let source = try FoodDump(dump, filter: filter, isInterrupted: isInterrupted)
    return try NewCatalogue(path).make(copiesOld: false, isInterrupted: isInterrupted) { db, rows in
      try CatalogueSchema.create(in: db)
      var report = try stage(source, in: db, rows: rows)
      progress(.sorting)
      report.skipped += try sort(in: db)
      report.imported = try Int64.fetchOne(db, sql: "SELECT count(*) FROM number") ?? 0
      try index(report.imported, in: db)
      try CatalogueFacts(importedAtMs: nowMs, filter: filter).write(in: db)
      return report
    }
  }

  /// Adds and replaces the foods of a delta, or of a newer dump. Foods that aren't in it stay. Blocks the calling thread until it is done.
  ///
  /// - Parameter dump: Its path; `-` is standard input.
  /// - Throws: `CatalogueError`, `CancellationError`; the catalogue is then as it was.
  package func update(_ dump: String) throws -> ImportReport {
    guard let status = try FoodCatalog(path: path).status() else { throw CatalogueError.noCatalogue }
    let source = try FoodDump(dump, filter: status.filter, isInterrupted: isInterrupted)
    return try NewCatalogue(path).make(copiesOld: true, isInterrupted: isInterrupted) { db, _ in
      try db.execute(sql: "BEGIN")
      var update = try CatalogueUpdate(in: db)
      var imported: Int64 = 0
      var report = try source.read(progress: progress) { if try update.take($0.food) { imported += 1 } }
      report.skipped = report.rows - report.broken - imported
      report.imported = imported
      try CatalogueFacts(importedAtMs: nowMs, filter: status.filter).write(in: db)
      try db.execute(sql: "COMMIT")
      return report
    }
  }

  /// Writes the rows to a file of their own, in the order of the dump.
  private func stage(_ source: FoodDump, in db: Database, rows: String) throws -> ImportReport {
    try db.execute(sql: "ATTACH ? AS rows", arguments: [rows])
    try db.execute(
      sql: """
        PRAGMA rows.journal_mode = OFF; PRAGMA rows.synchronous = OFF;
        CREATE TABLE rows.row (\(CatalogueSchema.columns), scans INTEGER NOT NULL, completeness REAL NOT NULL);
        BEGIN;
        """)
    let count = CatalogueSchema.count
    let insert = try BulkStatement("INSERT INTO rows.row VALUES (\(CatalogueSchema.marks), ?, ?)", in: db)
    let report = try source.read(progress: progress) { row in
      FoodRow.bind(row.food, to: insert)
      insert.bind(row.scans, at: count + 1)
      insert.bind(row.completeness, at: count + 2)
      _ = try insert.run()
    }
    try db.execute(sql: "COMMIT")
    return report
  }

  /// Gives the foods their ranks, and each number one food: the most popular. Returns the number of rows that were dropped.
  private func sort(in db: Database) throws -> Int64 {
    try db.execute(
      sql: """
        BEGIN;
        INSERT INTO food (\(CatalogueSchema.names)) SELECT \(CatalogueSchema.names) FROM rows.row
          ORDER BY scans DESC, name IS NULL, completeness DESC, modified_s DESC, rowid;
        """)
    let numbers = try BulkStatement("SELECT gtin, id FROM food ORDER BY gtin, id", in: db)
    let insert = try BulkStatement("INSERT INTO number VALUES (?, ?)", in: db)
    var (last, repeated): (Int64, [Int64]) = (0, [])
    while try numbers.step() {
      let (gtin, id) = (numbers.integer(0), numbers.integer(1))
      if gtin == last {
        repeated.append(id)
      } else {
        insert.bind(gtin, at: 1)
        insert.bind(id, at: 2)
        _ = try insert.run()
        last = gtin
      }
    }
    numbers.reset()
    let delete = try BulkStatement("DELETE FROM food WHERE id = ?", in: db)
    for id in repeated {
      delete.bind(id, at: 1)
      _ = try delete.run()
    }
    try db.execute(sql: "COMMIT; DETACH rows;")
    return Int64(repeated.count)
  }

  /// Makes the search index and the vocabulary.
  private func index(_ total: Int64, in db: Database) throws {
    try CatalogueSchema.createIndex(in: db)
    try db.execute(sql: "BEGIN")
    let foods = try BulkStatement("SELECT id, name, brand FROM food ORDER BY id", in: db)
    let insert = try BulkStatement("INSERT INTO food_text (rowid, words) VALUES (?, ?)", in: db)
    var (text, done) = (SearchText(), Int64(0))
    while try foods.step() {
      insert.bind(foods.integer(0), at: 1)
      insert.bind(text.folded(name: foods.text(1), brand: foods.text(2)), at: 2)
      _ = try insert.run()
      done += 1
      if done % 4096 == 0 { progress(.indexing(foods: done, of: total)) }
    }
    foods.reset()
    try db.execute(
      sql: """
        COMMIT;
        INSERT INTO food_text (food_text) VALUES ('optimize');
        CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, food_text, row);
        BEGIN;
        INSERT INTO word SELECT term, doc FROM temp.vocabulary WHERE length(term) BETWEEN 3 AND 30 AND term NOT GLOB '*[0-9]*';
        COMMIT;
        """)
  }
}
