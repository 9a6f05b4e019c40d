extension SyncedTable {
  /// The user's answers to the set-up of the diet plan, and the choices about its notices. Its only id is `me`.
  package static let dietProfile = SyncedTable(
    kind: "diet_profile", table: "diet_profile", since: 8, noun: Noun("diet profile"), listing: .dietPlan,
    columns: dietAnswers(in: nil) + [
      SyncedColumn("start_day", .text),
      SyncedColumn("notices", .boolean),
      SyncedColumn("voice", .text),
      SyncedColumn("weigh_in_min", .integer),
      SyncedColumn("milestone_min", .integer),
      SyncedColumn("absence_min", .integer),
    ],
    recency: .always)

  /// A dated entry of the plan's history. Entries are only added, so that two devices that edit the plan lose nothing.
  package static let dietEvent = SyncedTable(
    kind: "diet_event", table: "diet_event", since: 8, noun: Noun("diet event", one: "an entry of the diet plan"), listing: .dietPlan,
    columns: [
      SyncedColumn("day", .text, required: true),
      SyncedColumn("type", .text, required: true),
      SyncedColumn("plan", .text),
      SyncedColumn("plan_day", .text),
      SyncedColumn("name", .text),
      SyncedColumn("answer", .boolean),
    ] + dietAnswers(in: "profile") + [SyncedColumn("created_at_ms", .integer, required: true)],
    recency: .day("day"))

  /// The names of a profile's columns, in both tables.
  static let dietAnswerNames = dietAnswers(in: nil).map(\.name)

  private static func dietAnswers(in group: String?) -> [SyncedColumn] {
    let columns: [(name: String, type: SyncedColumn.Kind)] = [
      ("sex", .text), ("age", .integer), ("height_cm", .real), ("weight_kg", .real), ("body_fat_percent", .real), ("activity", .text),
      ("goal", .text), ("window_start_min", .integer), ("window_end_min", .integer), ("meal_times", .json), ("factor", .text),
      ("locked_weight_kg", .real), ("active_share", .real),
    ]
    return columns.map { column in SyncedColumn(column.name, column.type, at: group.map { "\($0).\(column.name)" }) }
  }
}
