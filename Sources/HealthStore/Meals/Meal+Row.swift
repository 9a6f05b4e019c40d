import BulkSQL
import GRDB
import HealthModel

extension Meal {
  /// The columns of a row that an entry is read from, in their order.
  static let selection = (columnsBeforeNutrition + Nutrition.fields.map(\.name)).joined(separator: ", ")
  private static let columnsBeforeNutrition = [
    "id", "eaten_at_ms", "utc_offset_min", "slot", "name", "brand", "gtin", "servings", "grams", "source", "revision", "basis", "doubts",
    "note", "created_at_ms",
  ]

  /// The entry of a row of `selection`. Values written by a shell that can't be parsed (a slot's name, a list of doubts)
  /// keep their default.
  init(row: Row) throws {
    let eatenAt = try Moment(ms: row.value(1) ?? 0, utcOffsetMin: row.value(2) ?? 0)
    var nutrition = Nutrition()
    for (index, field) in Nutrition.fields.enumerated() {
      nutrition[keyPath: field.path] = try row.value(Meal.columnsBeforeNutrition.count + index)
    }
    let doubts: String? = try row.value(12)
    try self.init(
      id: row.value(0), eatenAt: eatenAt, slot: (row.value(3) as String?).flatMap(MealSlot.init) ?? MealSlot(usualAt: eatenAt),
      name: row.value(4), brand: row.value(5), gtin: (row.value(6) as String?).flatMap { GTIN(digits: $0) },
      amount: Amount(servings: row.value(7), grams: row.value(8)), nutrition: nutrition,
      provenance: Provenance(
        source: row.value(9), revision: row.value(10), basis: Provenance.Basis(rawValue: row.value(11)) ?? .manual,
        doubts: doubts.map(Meal.doubts) ?? []),
      note: row.value(13), createdAtMs: NumberRules.nearestTime(row.value(14)))
  }

  private static func doubts(_ text: String) -> [Doubt] {
    text == "[]" ? [] : ((try? JSON(parsing: text))?.array ?? []).compactMap { $0.string.map(Doubt.init) }
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
