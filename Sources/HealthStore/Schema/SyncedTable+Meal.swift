import HealthModel

extension SyncedTable {
  /// Meals. The record is `Meal.json` without its id.
  package static let meal = SyncedTable(
    kind: RecordKind.meal, table: "meal", since: 1, noun: Noun("meal"), listing: .meals,
    columns: [
      SyncedColumn("day", .text, required: true),
      SyncedColumn("eaten_at_ms", .integer, required: true),
      SyncedColumn("utc_offset_min", .integer, required: true),
      SyncedColumn("slot", .text, required: true),
      SyncedColumn("name", .text, required: true),
      SyncedColumn("brand", .text),
      SyncedColumn("gtin", .text),
      SyncedColumn("servings", .real, at: "amount.servings"),
      SyncedColumn("grams", .real, at: "amount.grams"),
      SyncedColumn("energy_kcal", .real, at: "nutrition.energy_kcal"),
      SyncedColumn("protein_g", .real, at: "nutrition.protein_g"),
      SyncedColumn("carbs_g", .real, at: "nutrition.carbs_g"),
      SyncedColumn("fat_g", .real, at: "nutrition.fat_g"),
      SyncedColumn("sugars_g", .real, at: "nutrition.sugars_g"),
      SyncedColumn("saturated_fat_g", .real, at: "nutrition.saturated_fat_g"),
      SyncedColumn("fiber_g", .real, at: "nutrition.fiber_g"),
      SyncedColumn("salt_g", .real, at: "nutrition.salt_g"),
      SyncedColumn("source", .text, at: "provenance.source", required: true),
      SyncedColumn("revision", .text, at: "provenance.revision"),
      SyncedColumn("basis", .text, at: "provenance.basis", required: true),
      SyncedColumn("doubts", .json, at: "provenance.doubts", required: true),
      SyncedColumn("note", .text),
      SyncedColumn("created_at_ms", .integer, required: true),
    ],
    recency: .day("day"), completed: ["day", "eaten_at_ms", "utc_offset_min", "slot"])
}
