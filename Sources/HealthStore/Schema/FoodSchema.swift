import HealthModel

/// The table of foods with the user's own values, designed to be written from a plain `sqlite3` shell: `INSERT INTO product_override(name,
/// energy_kcal) VALUES ('Soup', 45)` is a food of 45 kcal per 100 g.
enum FoodSchema {
  /// The statements of version 8, in order.
  static let version8: [String] = [table]

  /// The id of a product is its number, so that a look-up takes the primary key.
  private static let table = """
    CREATE TABLE product_override(
      id TEXT NOT NULL PRIMARY KEY DEFAULT (lower(hex(randomblob(16)))),
      gtin TEXT,
      name TEXT NOT NULL,
      brand TEXT,
      quantity TEXT,
      serving TEXT,
      serving_g REAL,
      basis TEXT NOT NULL DEFAULT '100g',
      \(Nutrition.fields.map { "\($0.name) REAL" }.joined(separator: ",\n  ")),
      parts TEXT,
      created_at_ms INTEGER NOT NULL DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)),
      extra TEXT,
      CONSTRAINT "id must be 1-200 characters" CHECK (length(id) BETWEEN 1 AND 200),
      CONSTRAINT "id must be the gtin, if there is one" CHECK (gtin IS NULL OR gtin = id),
      CONSTRAINT "gtin must be 8, 13 or 14 digits" CHECK (length(gtin) IN (8, 13, 14) AND gtin NOT GLOB '*[^0-9]*'),
      CONSTRAINT "name must not be empty" CHECK (trim(name, ' ' || char(9, 10, 13)) <> '' AND length(name) <= 3200),
      CONSTRAINT "serving_g must be above 0, at most 100000" CHECK (serving_g > 0 AND serving_g <= 100000),
      CONSTRAINT "basis must be 100g or serving" CHECK (basis IN ('100g', 'serving')),
      \(Nutrition.fields.map { nutrient($0.name) }.joined(separator: ",\n  ")),
      CONSTRAINT "parts must be a JSON array" CHECK (parts IS NULL OR (json_valid(parts) AND json_type(parts) = 'array')),
      CONSTRAINT "created_at_ms must be 0-253402214399999" CHECK (created_at_ms BETWEEN 0 AND 253402214399999),
      CONSTRAINT "extra must be a JSON object" CHECK (extra IS NULL OR (json_valid(extra) AND json_type(extra) = 'object'))
    ) STRICT, WITHOUT ROWID
    """

  private static func nutrient(_ column: String) -> String {
    let most = column == "energy_kcal" ? 9999 : 99_999
    return "CONSTRAINT \"\(column) must be 0-\(most)\" CHECK (\(column) BETWEEN 0 AND \(most))"
  }
}
