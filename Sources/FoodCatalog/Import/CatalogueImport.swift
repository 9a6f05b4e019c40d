import BulkSQL
import GRDB
import HealthImport
import HealthModel

/// Makes a catalogue of a whole dump, or brings one up to date with a delta.
package struct CatalogueImport {
  private let path: String
  private let nowMs: Int64
  private let language: String?
  private let accepts: (CatalogueLoss) throws -> Bool
  private let isInterrupted: () -> Bool
  private let progress: (ImportProgress) -> Void

  /// - Parameters:
  ///   - path: The catalogue's path; its folder must exist.
  ///   - nowMs: The time of the import, in milliseconds since 1970.
  ///   - language: The language of names, for a dump that has several: `fr`. `nil` for the main names.
  ///   - accepts: Asked on the calling thread before foods that know far less replace those in use. What it throws ends the import; `false` ends it with
  ///     `CancellationError`.
  ///   - isInterrupted: Polled several times a second; once it is true, the import ends with `CancellationError`.
  ///   - progress: Called on the calling thread.
  package init(
    _ path: String, nowMs: Int64, language: String? = nil, accepts: @escaping (CatalogueLoss) throws -> Bool = { _ in true },
    isInterrupted: @escaping () -> Bool = { false }, progress: @escaping (ImportProgress) -> Void = { _ in }
  ) {
    self.path = path
    self.nowMs = nowMs
    self.language = language
    self.accepts = accepts
    self.isInterrupted = isInterrupted
    self.progress = progress
  }

  /// Replaces the foods of a source with those of a dump, or of a download of FoodData Central. Blocks the calling thread until it is done.
  ///
  /// - Parameter dump: Its path; `-` is standard input. A zip archive or a folder is a download of FoodData Central.
  /// - Throws: `CatalogueError`, `CancellationError`; the catalogue is then as it was.
  package func run(_ dump: String, filter: FoodFilter = FoodFilter()) throws -> ImportReport {
    if FileBundle.isOne(at: dump) {
      return try USDAImport(path, nowMs: nowMs, accepts: accepts, isInterrupted: isInterrupted, progress: progress).run(
        dump, filter: filter)
    }
    let source = try FoodDump(dump, filter: filter, language: language, isInterrupted: isInterrupted)
    let old = CatalogueImport.knowledge(of: .openFoodFacts, at: path)
    return try NewCatalogue(path).make(copiesOld: false, isInterrupted: isInterrupted) { db, rows in
      try CatalogueSchema.create(in: db)
      var report = try stage(source, in: db, rows: rows)
      progress(.sorting)
      let tables = CatalogueTables(.openFoodFacts, progress: progress)
      report.skipped += try tables.sort(by: "scans DESC, name IS NULL, completeness DESC, modified_s DESC, rowid", in: db)
      let new = try CatalogueFacts(importedAtMs: nowMs, filter: filter).write(in: db)
      try CatalogueImport.require(new, of: .openFoodFacts, insteadOf: old, accepts)
      report.imported = try tables.index(in: db)
      try CarriedFoods(from: path).copy(into: db, progress: progress)
      return report
    }
  }

  /// Adds and replaces the foods of a delta, or of a newer dump. Foods that aren't in it stay. Blocks the calling thread until it is done.
  ///
  /// - Parameter dump: Its path; `-` is standard input.
  /// - Throws: `CatalogueError`, `CancellationError`; the catalogue is then as it was.
  package func update(_ dump: String) throws -> ImportReport {
    if FileBundle.isOne(at: dump) { throw USDADump.isWhole(dump) }
    guard let status = try FoodCatalog(path: path).status() else { throw CatalogueError.noCatalogue }
    let source = try FoodDump(dump, filter: status.filter, language: language, isInterrupted: isInterrupted)
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

  /// The coverage of the catalogue in use. `nil` when there is none, or it can't be read: nothing is lost then.
  static func knowledge(of source: FoodSource, at path: String) -> CatalogueKnowledge? {
    (try? FoodCatalog(path: path).status())?.knowledge(of: source)
  }

  /// Asks whether foods may replace others if they know far less.
  static func require(
    _ new: CatalogueKnowledge, of source: FoodSource, insteadOf old: CatalogueKnowledge?, _ accepts: (CatalogueLoss) throws -> Bool
  ) throws {
    guard let old, new.isFarLess(than: old) else { return }
    if try !accepts(CatalogueLoss(source: source, old: old, new: new)) { throw CancellationError() }
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
}
