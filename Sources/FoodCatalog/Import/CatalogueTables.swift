import BulkSQL
import GRDB

/// The tables of a source in a catalogue under construction, filled from the rows of its dump.
struct CatalogueTables {
  private let source: FoodSource
  private let progress: (ImportProgress) -> Void
  private var prefix: String { source.prefix }

  /// The tables of a source, which exist and are empty.
  init(_ source: FoodSource, progress: @escaping (ImportProgress) -> Void) {
    self.source = source
    self.progress = progress
  }

  /// Gives the foods of `rows.row` their ranks, and each number one food: the first in the order. Detaches the rows.
  ///
  /// - Parameter order: Terms for `ORDER BY`, the best first.
  /// - Returns: The number of rows that were dropped.
  func sort(by order: String, in db: Database) throws -> Int64 {
    try db.execute(
      sql: """
        BEGIN;
        INSERT INTO \(prefix)food (\(CatalogueSchema.names)) SELECT \(CatalogueSchema.names) FROM rows.row
          ORDER BY \(order);
        """)
    let numbers = try BulkStatement("SELECT gtin, id FROM \(prefix)food ORDER BY gtin, id", in: db)
    let insert = try BulkStatement("INSERT INTO \(prefix)number VALUES (?, ?)", in: db)
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
    let delete = try BulkStatement("DELETE FROM \(prefix)food WHERE id = ?", in: db)
    for id in repeated {
      delete.bind(id, at: 1)
      _ = try delete.run()
    }
    try db.execute(sql: "COMMIT; DETACH rows;")
    return Int64(repeated.count)
  }

  /// Makes the search index and the vocabulary.
  ///
  /// - Returns: The number of foods.
  func index(in db: Database) throws -> Int64 {
    let total = try Int64.fetchOne(db, sql: "SELECT count(*) FROM \(prefix)number") ?? 0
    try CatalogueSchema.createIndex(of: source, in: db)
    try db.execute(sql: "BEGIN")
    let foods = try BulkStatement("SELECT id, name, brand, other_names FROM \(prefix)food ORDER BY id", in: db)
    let insert = try BulkStatement("INSERT INTO \(prefix)food_text (rowid, words) VALUES (?, ?)", in: db)
    var (text, done) = (SearchText(), Int64(0))
    while try foods.step() {
      insert.bind(foods.integer(0), at: 1)
      insert.bind(text.folded(name: foods.text(1), brand: foods.text(2), otherNames: foods.text(3)), at: 2)
      _ = try insert.run()
      done += 1
      if done % 4096 == 0 { progress(.indexing(foods: done, of: total)) }
    }
    foods.reset()
    try db.execute(
      sql: """
        COMMIT;
        INSERT INTO \(prefix)food_text (\(prefix)food_text) VALUES ('optimize');
        CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, \(prefix)food_text, row);
        BEGIN;
        INSERT INTO \(prefix)word SELECT term, doc FROM temp.vocabulary
          WHERE length(term) BETWEEN 3 AND 30 AND term NOT GLOB '*[0-9]*';
        COMMIT;
        DROP TABLE temp.vocabulary;
        """)
    return total
  }
}
