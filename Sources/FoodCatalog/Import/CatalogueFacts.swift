import GRDB
import HealthModel

/// The facts about the import of a source that a catalogue keeps.
struct CatalogueFacts {
  let source: FoodSource
  /// In milliseconds since 1970.
  let importedAtMs: Int64
  let filter: FoodFilter

  /// Facts with everything given.
  init(of source: FoodSource = .openFoodFacts, importedAtMs: Int64, filter: FoodFilter) {
    self.source = source
    self.importedAtMs = importedAtMs
    self.filter = filter
  }

  /// Writes them, and those that are counted: foods, those with an energy, and the latest change.
  ///
  /// - Returns: What the new foods know.
  @discardableResult
  func write(in db: Database) throws -> CatalogueKnowledge {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT count(*), coalesce(sum(kcal IS NOT NULL OR kj IS NOT NULL OR protein + carbs + fat IS NOT NULL), 0),
          coalesce(max(modified_s), 0) FROM \(source.prefix)food
        """)
    let knowledge = CatalogueKnowledge(foods: row?[0] ?? 0, withEnergy: row?[1] ?? 0, filter: filter)
    let newest: Int64 = row?[2] ?? 0
    let facts = [
      ("imported_at_ms", "\(importedAtMs)"), ("filter", filter.json.text), ("foods", "\(knowledge.foods)"),
      ("with_energy", "\(knowledge.withEnergy)"), ("newest_s", "\(newest)"),
    ]
    for (name, value) in facts {
      try db.execute(sql: "INSERT OR REPLACE INTO fact VALUES (?, ?)", arguments: [source.prefix + name, value])
    }
    return knowledge
  }

  /// Reads the status; `bytes` is the size of the file.
  static func status(in db: Database, bytes: Int64) throws -> CatalogueStatus {
    let rows = try Row.fetchAll(db, sql: "SELECT name, value FROM fact")
    var facts: [String: String] = [:]
    for row in rows {
      if let name = String.fromDatabaseValue(row[0]), let value = String.fromDatabaseValue(row[1]) { facts[name] = value }
    }
    func number(_ name: String) -> Int64 { facts[name].flatMap { Int64($0) } ?? 0 }
    func filter(_ name: String) -> FoodFilter { facts[name].flatMap { try? JSON(parsing: $0) }.map(FoodFilter.init(json:)) ?? FoodFilter() }
    let prefix = FoodSource.usda.prefix
    let usda =
      try CatalogueSchema.has(.usda, in: db)
      ? CatalogueStatus.Part(
        foods: number(prefix + "foods"), withEnergy: number(prefix + "with_energy"), importedAtMs: number(prefix + "imported_at_ms"),
        newestS: number(prefix + "newest_s"),
        filter: filter(prefix + "filter")) : nil
    return CatalogueStatus(
      foods: number("foods"), withEnergy: number("with_energy"), importedAtMs: number("imported_at_ms"), newestS: number("newest_s"),
      bytes: bytes, filter: filter("filter"),
      usda: usda)
  }
}
