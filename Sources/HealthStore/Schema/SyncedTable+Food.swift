import HealthModel

extension SyncedTable {
  /// Foods with the user's own values: for a barcode, or for what has none.
  package static let productOverride = SyncedTable(
    kind: "product_override", table: "product_override", since: 8,
    noun: Noun("own food", one: "a food with your own values"), listing: .foods,
    columns: [
      SyncedColumn("gtin", .text),
      SyncedColumn("name", .text, required: true),
      SyncedColumn("brand", .text),
      SyncedColumn("quantity", .text),
      SyncedColumn("serving", .text, at: "serving.text"),
      SyncedColumn("serving_g", .real, at: "serving.grams"),
      SyncedColumn("basis", .text, required: true),
    ]
      + Nutrition.fields.map { SyncedColumn($0.name, .real, at: "nutrition.\($0.name)") }
      + [SyncedColumn("parts", .json), SyncedColumn("created_at_ms", .integer, required: true)],
    recency: .always)
}
