import BulkSQL
import GRDB
import HealthModel
import WeekPlan

/// A row of `planner_item` as it is read.
struct PlanRow {
  /// The item as it is shown: an occurrence has the short id and the repeat of its series.
  ///
  /// One whose series is gone stays, as a single item under its own short id: it has a `repeatOf`, but no `repeats`.
  let item: PlanItem
  /// Whether it marks a skipped week.
  let isSkipped: Bool

  /// `nil` for a row that isn't as the table's CHECKs have it.
  init?(_ row: Row) throws {
    let (until, completedAtMs): (String?, Int64?) = try (row.value(10), row.value(7))
    guard let kind = try PlanItem.Kind(type: row.value(2), mealType: row.value(3)), let day = try Day(row.value(5) as String) else {
      return nil
    }
    let isCompleted: Bool = try row.value(6)
    item = try PlanItem(
      id: row.value(0), shortID: row.value(1) ?? "", kind: kind, title: PlanTitle.trimmed(row.value(4)), day: day, isCompleted: isCompleted,
      completedAtMs: isCompleted ? completedAtMs.map(NumberRules.nearestTime) : nil, createdAtMs: NumberRules.nearestTime(row.value(8)),
      repeats: (row.value(9) as String?) == nil ? nil : .weekly(until: until.flatMap { Day($0) }), repeatOf: row.value(11))
    isSkipped = try row.value(12) ?? false
  }

  /// `SELECT` of rows `p`, each with its series `s` if that is there.
  static func select(from table: String = "planner_item AS p", where condition: String) -> String {
    """
    SELECT p.id, coalesce(s.short_id, p.short_id), p.type, p.meal_type, p.title, p.day, p.completed, p.completed_at_ms, p.created_at_ms,
      coalesce(p.repeat, s.repeat), coalesce(p.repeat_until, s.repeat_until), p.repeat_of, p.skipped
    FROM \(table) LEFT JOIN planner_item AS s ON s.id = p.repeat_of AND s.repeat IS NOT NULL
    WHERE \(condition)
    """
  }
}

extension PlanItem {
  /// Its values in the order of the columns of `updateSQL`, without the id.
  func columnValues(isSkipped: Bool) -> [(any DatabaseValueConvertible)?] {
    // An occurrence shows the repetition of its series, but doesn't store it.
    let ownRepeat = repeatOf == nil ? repeats : nil
    return [
      kind.type, kind.meal?.rawValue, title, day.description, isCompleted, isCompleted ? completedAtMs : nil, createdAtMs,
      ownRepeat.map { _ in "weekly" }, ownRepeat?.until?.description, repeatOf, isSkipped,
    ]
  }

  /// `INSERT` of `[id, shortID] + columnValues`.
  static let insertSQL = """
    INSERT INTO planner_item(id, short_id, type, meal_type, title, day, completed, completed_at_ms, created_at_ms, repeat, repeat_until,
      repeat_of, skipped)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  /// `UPDATE` with `columnValues + [id]`; the short id and `extra` aren't changed.
  static let updateSQL = """
    UPDATE planner_item SET type = ?, meal_type = ?, title = ?, day = ?, completed = ?, completed_at_ms = ?, created_at_ms = ?, repeat = ?,
      repeat_until = ?, repeat_of = ?, skipped = ? WHERE id = ?
    """
}
