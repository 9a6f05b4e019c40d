import BulkSQL
import GRDB
import HealthModel

extension Meal {
  /// The entry of a row of `meal`. Values written by a shell that can't be parsed (a slot's name, a list of doubts)
  /// keep their default.
  init(row: Row) throws {
    let eatenAt = try Moment(ms: row.value("eaten_at_ms") ?? 0, utcOffsetMin: row.value("utc_offset_min") ?? 0)
    var nutrition = Nutrition()
    for (name, path) in Nutrition.fields { nutrition[keyPath: path] = try row.value(name) }
    let doubts: String? = try row.value("doubts")
    try self.init(
      id: row.value("id"), eatenAt: eatenAt, slot: (row.value("slot") as String?).flatMap(MealSlot.init) ?? MealSlot(usualAt: eatenAt),
      name: row.value("name"), brand: row.value("brand"), gtin: (row.value("gtin") as String?).flatMap { GTIN(digits: $0) },
      amount: Amount(servings: row.value("servings"), grams: row.value("grams")), nutrition: nutrition,
      provenance: Provenance(
        source: row.value("source"), revision: row.value("revision"), basis: Provenance.Basis(rawValue: row.value("basis")) ?? .manual,
        doubts: ((try? JSON(parsing: doubts ?? "[]"))?.array ?? []).compactMap { $0.string.map(Doubt.init) }),
      note: row.value("note"), createdAtMs: NumberRules.nearestTime(row.value("created_at_ms")))
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

  /// `UPDATE` with `columnValues + [id]`; `extra` isn't changed.
  static let updateSQL = "UPDATE meal SET \(SyncedTable.meal.columns.map { "\($0.name) = ?" }.joined(separator: ", ")) WHERE id = ?"
}
