import GRDB
import HealthModel

extension Meal {
  /// The entry of a row of `meal`. What a shell may have written and we can't read (a slot's name, a list of doubts) is left at its default.
  init(row: Row) {
    let eatenAt = Moment(ms: row["eaten_at_ms"] ?? 0, utcOffsetMin: row["utc_offset_min"] ?? 0)
    var nutrition = Nutrition()
    for (name, path) in Nutrition.fields { nutrition[keyPath: path] = row[name] }
    let doubts = (try? JSON(parsing: row["doubts"] as String? ?? "[]"))?.array ?? []
    self.init(
      id: row["id"], eatenAt: eatenAt, slot: (row["slot"] as String?).flatMap(MealSlot.init) ?? MealSlot(usualAt: eatenAt),
      name: row["name"], brand: row["brand"], gtin: (row["gtin"] as String?).flatMap { GTIN(digits: $0) },
      amount: Amount(servings: row["servings"], grams: row["grams"]), nutrition: nutrition,
      provenance: Provenance(
        source: row["source"], revision: row["revision"], basis: Provenance.Basis(rawValue: row["basis"]) ?? .manual,
        doubts: doubts.compactMap { $0.string.map(Doubt.init) }),
      note: row["note"], createdAtMs: NumberRules.nearestTime(row["created_at_ms"]))
  }

  /// The row's values in the order of `SyncedTable.meal.columns`.
  var columnValues: [(any DatabaseValueConvertible)?] {
    [
      eatenAt.day.description, eatenAt.ms, eatenAt.utcOffsetMin, slot.rawValue, name, brand, gtin?.description, amount.servings,
      amount.grams,
    ] + Nutrition.fields.map { nutrition[keyPath: $0.path] } + [
      provenance.source, provenance.revision, provenance.basis.rawValue,
      JSON.array(provenance.doubts.map { .string($0.rawValue) }).text, note, createdAtMs,
    ]
  }

  /// `INSERT` of `[id] + columnValues`.
  static let insertSQL = """
    INSERT INTO meal(id, \(SyncedTable.meal.columns.map(\.name).joined(separator: ", ")))
    VALUES (?\(String(repeating: ", ?", count: SyncedTable.meal.columns.count)))
    """

  /// `UPDATE` with `columnValues + [id]`; what is in `extra` stays.
  static let updateSQL = "UPDATE meal SET \(SyncedTable.meal.columns.map { "\($0.name) = ?" }.joined(separator: ", ")) WHERE id = ?"
}
