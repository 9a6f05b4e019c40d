import BulkSQL
import GRDB

/// The tables of a catalogue. A food's id is its rank by popularity, so that a search in the order of ids finds the foods that most people scan
/// first, and may stop there.
enum CatalogueSchema {
  /// The version of the tables and of the folding of search texts. Another one needs a new import.
  static let version: Int64 = 2
  /// `hsFC`, in the file's header.
  static let applicationID: Int64 = 0x6873_4643

  /// Texts and values as in the dump. `basis`: 0 = per 100 g, 1 = per serving; plus 2 for the prepared product, 4 for an estimated energy, 8 for other
  /// estimates, 16 for an alcoholic drink, 32 for a food with polyols. `other_names` are names in other languages, a line each, for searches.
  static let columns = """
    gtin INTEGER NOT NULL, name TEXT, brand TEXT, quantity TEXT, serving TEXT, serving_g REAL, basis INTEGER NOT NULL,
    kcal REAL, kj REAL, protein REAL, carbs REAL, fat REAL, sugars REAL, saturated REAL, fiber REAL, salt REAL,
    revision TEXT, modified_s INTEGER NOT NULL, alcohol_ml REAL, polyols REAL, erythritol REAL, acids REAL, other_names TEXT
    """

  /// The same in a list.
  static let names = """
    gtin, name, brand, quantity, serving, serving_g, basis, kcal, kj, protein, carbs, fat, sugars, saturated, fiber, salt, revision, modified_s,
    alcohol_ml, polyols, erythritol, acids, other_names
    """

  /// The number of those.
  static let count: Int32 = 23

  /// The parameters for them.
  static let marks = Array(repeating: "?", count: Int(count)).joined(separator: ", ")

  /// Creates the tables of a catalogue without foods but for the search index.
  static func create(in db: Database) throws {
    try db.execute(
      sql: """
        PRAGMA main.application_id = \(applicationID);
        PRAGMA main.user_version = \(version);
        CREATE TABLE main.fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        """)
    try createFoods(of: .openFoodFacts, in: db)
  }

  /// Creates the tables of a source's foods but for the search index.
  static func createFoods(of source: FoodSource, in db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE main.\(source.prefix)food (id INTEGER PRIMARY KEY, \(columns));
        CREATE TABLE main.\(source.prefix)number (gtin INTEGER PRIMARY KEY, id INTEGER NOT NULL);
        CREATE TABLE main.\(source.prefix)word (word TEXT PRIMARY KEY, foods INTEGER NOT NULL) WITHOUT ROWID;
        """)
  }

  /// Removes the tables of a source's foods.
  static func dropFoods(of source: FoodSource, in db: Database) throws {
    for table in ["food", "number", "word", "food_text"] { try db.execute(sql: "DROP TABLE IF EXISTS main.\(source.prefix)\(table)") }
  }

  /// Whether the catalogue has tables of a source: those of Open Food Facts are always there.
  static func has(_ source: FoodSource, in db: Database, schema: String = "main") throws -> Bool {
    if source == .openFoodFacts { return true }
    let name = source.prefix + "food_text"
    return try Bool.fetchOne(db, sql: "SELECT 1 FROM \(schema).sqlite_master WHERE name = ?", arguments: [name]) ?? false
  }

  /// Creates the search index. It holds folded texts (`SearchText`), which it doesn't keep: their marks are gone, and each is letters and digits.
  /// Without positions and sizes it is small, and all prefixes up to 8 characters are in it, so that each keystroke is one look-up.
  static func createIndex(of source: FoodSource, in db: Database) throws {
    try db.execute(
      sql: """
        CREATE VIRTUAL TABLE main.\(source.prefix)food_text USING fts5(
          words, content='', detail=none, columnsize=0, prefix='1 2 3 4 5 6 7 8',
          tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co Mc'");
        INSERT INTO main.\(source.prefix)food_text (\(source.prefix)food_text, rank) VALUES ('hashsize', \(32 << 20));
        """)
  }
}
