import BulkSQL
import GRDB
import HealthModel

/// A food with the user's own values: those of a product with a barcode, which win over every source, or of something that has none.
package struct OwnFood: Sendable, Hashable {
  /// The digits of `gtin`, so that devices on which the same barcode gets values make one record; without a barcode a UUIDv7.
  package let id: String
  /// The number on the package; `nil` = it has none.
  package var gtin: GTIN?
  /// Never empty.
  package var name: String
  /// `nil` = none.
  package var brand: String?
  /// The contents as printed on the package: "350 g". `nil` = not known.
  package var quantity: String?
  /// A serving as described on the label: "2 biscuits (25 g)". `nil` = not known.
  package var servingText: String?
  /// Grams (millilitres of a drink) of a serving, above 0. `nil` = not known.
  package var servingG: Double?
  /// The amount that `nutrition` is for: 100 g (100 ml of a drink) or a serving.
  package var isPerServing: Bool
  /// At least one value is known.
  package var nutrition: Nutrition
  /// The foods that it was made of, for a recipe; empty for others.
  package var parts: [RecipePart]
  /// Milliseconds since 1970.
  package var createdAtMs: Int64

  /// A food with everything given. With a number, that is its id.
  package init(
    id: String, gtin: GTIN? = nil, name: String, brand: String? = nil, quantity: String? = nil, servingText: String? = nil,
    servingG: Double? = nil, isPerServing: Bool = false, nutrition: Nutrition, parts: [RecipePart] = [], createdAtMs: Int64
  ) {
    self.id = gtin?.description ?? id
    self.gtin = gtin
    self.name = name
    self.brand = brand
    self.quantity = quantity
    self.servingText = servingText
    self.servingG = servingG
    self.isPerServing = isPerServing
    self.nutrition = nutrition
    self.parts = parts
    self.createdAtMs = createdAtMs
  }

  /// Reads a row of `product_override`.
  init(row: Row) throws {
    var nutrition = Nutrition()
    for (name, path) in Nutrition.fields { nutrition[keyPath: path] = try row.value(name) }
    id = try row.value("id")
    gtin = try (row.value("gtin") as String?).flatMap { GTIN(digits: $0) }
    name = try row.value("name")
    brand = try row.value("brand")
    quantity = try row.value("quantity")
    servingText = try row.value("serving")
    servingG = try row.value("serving_g")
    isPerServing = try row.value("basis") as String == Provenance.Basis.perServing.rawValue
    self.nutrition = nutrition
    let parts: String? = try row.value("parts")
    self.parts = ((try? JSON(parsing: parts ?? "[]"))?.array ?? []).compactMap(RecipePart.init)
    createdAtMs = try NumberRules.nearestTime(row.value("created_at_ms"))
  }

  /// The row's values in the order of `SyncedTable.productOverride.columns`.
  var columnValues: [(any DatabaseValueConvertible)?] {
    [gtin?.description, name, brand, quantity, servingText, servingG, (isPerServing ? Provenance.Basis.perServing : .per100g).rawValue]
      + Nutrition.fields.map { nutrition[keyPath: $0.path] }
      + [parts.isEmpty ? nil : JSON.array(parts.map(\.json)).text, createdAtMs]
  }

  /// `INSERT` of `[id] + columnValues`; the row of the same id is replaced, and keeps what a newer version added.
  static let putSQL = """
    INSERT INTO product_override(id, \(SyncedTable.productOverride.columns.map(\.name).joined(separator: ", ")))
    VALUES (?\(String(repeating: ", ?", count: SyncedTable.productOverride.columns.count)))
    ON CONFLICT(id) DO UPDATE SET \(SyncedTable.productOverride.columns.map { "\($0.name) = excluded.\($0.name)" }.joined(separator: ", "))
    """
}
