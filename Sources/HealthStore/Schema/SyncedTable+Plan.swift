extension SyncedTable {
  /// A planned workout or meal, a series of them, or one week of a series. The record is `PlanItem`, with `skipped` for a week left out.
  package static let plannerItem = SyncedTable(
    kind: "planner_item", table: "planner_item", since: 3, noun: Noun("planner item", one: "a planned item"), listing: .plan,
    columns: [
      SyncedColumn("short_id", .text),
      SyncedColumn("type", .text, required: true),
      SyncedColumn("meal_type", .text),
      SyncedColumn("title", .text, required: true),
      SyncedColumn("day", .text, required: true),
      SyncedColumn("completed", .boolean, required: true),
      SyncedColumn("completed_at_ms", .integer),
      SyncedColumn("created_at_ms", .integer, required: true),
      SyncedColumn("repeat", .text),
      SyncedColumn("repeat_until", .text),
      SyncedColumn("repeat_of", .text),
      SyncedColumn("skipped", .boolean),
    ],
    recency: .day("day"))

  /// A person's note on a day. Its id is the day.
  package static let dayNote = SyncedTable(
    kind: "day_note", table: "day_note", since: 3, noun: Noun("day note", one: "a note"), listing: .plan, key: "day",
    columns: [SyncedColumn("text", .text, required: true)], recency: .day("day"))
}
