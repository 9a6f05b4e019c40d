import GRDB

/// The branded foods of FoodData Central in the catalogue in use, for a new one that is made of a dump of Open Food Facts.
struct CarriedFoods {
  private let source = FoodSource.usda
  private let path: String

  /// Those of the catalogue at a path, which may not exist.
  init(from path: String) { self.path = path }

  /// Copies them with what is known about their import. Nothing is done when there are none, or the old catalogue can't be read.
  func copy(into db: Database, progress: @escaping (ImportProgress) -> Void) throws {
    guard let status = try? FoodCatalog(path: path).status(), status.usda != nil else { return }
    try db.execute(sql: "ATTACH ? AS old", arguments: [path])
    try CatalogueSchema.createFoods(of: source, in: db)
    for table in ["food", "number"] {
      try db.execute(sql: "INSERT INTO main.\(source.prefix)\(table) SELECT * FROM old.\(source.prefix)\(table) ORDER BY 1")
    }
    try db.execute(
      sql: "INSERT INTO main.fact SELECT * FROM old.fact WHERE substr(name, 1, length(?1)) = ?1", arguments: [source.prefix])
    try db.execute(sql: "DETACH old")
    _ = try CatalogueTables(source, progress: progress).index(in: db)
  }
}
