import GRDB

/// Replaces the catalogue's branded foods of FoodData Central. The foods of Open Food Facts stay.
struct USDAImport {
  private let path: String
  private let nowMs: Int64
  private let accepts: (CatalogueLoss) throws -> Bool
  private let isInterrupted: () -> Bool
  private let progress: (ImportProgress) -> Void

  /// An import into the catalogue at a path; as `CatalogueImport`.
  init(
    _ path: String, nowMs: Int64, accepts: @escaping (CatalogueLoss) throws -> Bool, isInterrupted: @escaping () -> Bool,
    progress: @escaping (ImportProgress) -> Void
  ) {
    self.path = path
    self.nowMs = nowMs
    self.accepts = accepts
    self.isInterrupted = isInterrupted
    self.progress = progress
  }

  /// Does it. Blocks the calling thread until it is done.
  ///
  /// - Throws: `CatalogueError`, `CancellationError`; the catalogue is then as it was.
  func run(_ dump: String, filter: FoodFilter) throws -> ImportReport {
    let download = try USDADump(dump, filter: filter, isInterrupted: isInterrupted)
    let old = CatalogueImport.knowledge(of: .usda, at: path)
    let hasOld = try FoodCatalog(path: path).status() != nil
    return try NewCatalogue(path).make(copiesOld: hasOld, isInterrupted: isInterrupted) { db, rows in
      if !hasOld {
        try CatalogueSchema.create(in: db)
        try CatalogueSchema.createIndex(of: .openFoodFacts, in: db)
      }
      try CatalogueSchema.dropFoods(of: .usda, in: db)
      try CatalogueSchema.createFoods(of: .usda, in: db)
      try db.execute(sql: "ATTACH ? AS rows", arguments: [rows])
      try db.execute(
        sql: """
          PRAGMA rows.journal_mode = OFF; PRAGMA rows.synchronous = OFF;
          CREATE TABLE rows.row (\(CatalogueSchema.columns), id INTEGER PRIMARY KEY);
          """)
      var report = try download.stage(in: db, progress: progress)
      progress(.sorting)
      let tables = CatalogueTables(.usda, progress: progress)
      report.skipped += try tables.sort(by: "name IS NULL, modified_s DESC, id DESC", in: db)
      let new = try CatalogueFacts(of: .usda, importedAtMs: nowMs, filter: filter).write(in: db)
      try CatalogueImport.require(new, of: .usda, insteadOf: old, accepts)
      report.imported = try tables.index(in: db)
      return report
    }
  }
}
