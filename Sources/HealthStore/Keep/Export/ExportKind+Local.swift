/// Data that stays on this computer but is exported: names instead of numbers, and only visible rows.
extension ExportKind {
  /// Imported data.
  static let health: [ExportKind] = [
    ExportKind(
      "sample",
      [
        ExportColumn("type", .text, "t.name"), ExportColumn("start_ms", .integer, "s.start_ms"),
        ExportColumn("end_ms", .integer, "s.start_ms + s.duration_ms"),
        ExportColumn("value", .real, "iif(u.name = '(no value)', NULL, s.value)"),
        ExportColumn("unit", .text, "iif(u.name = '(no value)', NULL, u.stored)"), ExportColumn("said_unit", .text, "u.name"),
        ExportColumn("source", .text, "o.name"), ExportColumn("device", .text, "d.name"),
        ExportColumn("user_entered", .boolean, "s.flags >> 2 & 1"),
        ExportColumn("motion", .text, "CASE s.flags & 3 WHEN 1 THEN 'sedentary' WHEN 2 THEN 'active' END"),
        ExportColumn("written_ms", .integer, "s.start_ms + s.duration_ms + s.lag_s * 1000"), ExportColumn("import", .integer, "s.import"),
      ],
      .query(
        """
        FROM sample AS s
          LEFT JOIN health_type AS t ON t.id = s.type
          LEFT JOIN health_unit AS u ON u.id = s.unit
          LEFT JOIN health_source AS o ON o.id = s.source
          LEFT JOIN health_device AS d ON d.id = s.device
        WHERE \(isVisible("s"))
        """)),
    ExportKind(
      "sample_detail",
      [
        ExportColumn("type", .text, "t.name"), ExportColumn("start_ms", .integer),
        ExportColumn("end_ms", .integer, "start_ms + duration_ms"),
        ExportColumn("value", .real), ExportColumn("source", .text, "o.name"), ExportColumn("key", .text), ExportColumn("text", .text),
      ],
      .query(
        """
        FROM sample_detail AS s LEFT JOIN health_type AS t ON t.id = s.type LEFT JOIN health_source AS o ON o.id = s.source
        WHERE \(isVisible("s"))
        """)),
    ExportKind(
      "workout_statistic",
      [
        ExportColumn("workout", .text), ExportColumn("type", .text), ExportColumn("sum", .real), ExportColumn("average", .real),
        ExportColumn("minimum", .real), ExportColumn("maximum", .real), ExportColumn("unit", .text),
      ], .query("FROM workout_statistic")),
    ExportKind(
      "workout_event",
      [
        ExportColumn("workout", .text), ExportColumn("n", .integer), ExportColumn("type", .text), ExportColumn("at_ms", .integer),
        ExportColumn("duration_ms", .integer),
      ], .query("FROM workout_event")),
    ExportKind(
      "workout_detail", [ExportColumn("workout", .text), ExportColumn("key", .text), ExportColumn("text", .text)],
      .query("FROM workout_detail")),
    ExportKind(
      "workout_track",
      [
        ExportColumn("file", .text), ExportColumn("workout", .text), ExportColumn("points", .integer), ExportColumn("start_ms", .integer),
        ExportColumn("end_ms", .integer), ExportColumn("distance_m", .real), ExportColumn("import", .integer),
      ], .query("FROM workout_track AS s WHERE \(isVisible("s"))")),
    ExportKind(
      "track_point",
      [
        ExportColumn("file", .text), ExportColumn("workout", .text), ExportColumn("at_ms", .integer), ExportColumn("latitude", .real),
        ExportColumn("longitude", .real), ExportColumn("elevation_m", .real),
      ], .trackPoints),
    ExportKind(
      "activity_ring",
      [
        ExportColumn("day", .text), ExportColumn("active_kcal", .real), ExportColumn("active_goal_kcal", .real),
        ExportColumn("move_min", .real), ExportColumn("move_goal_min", .real), ExportColumn("exercise_min", .real),
        ExportColumn("exercise_goal_min", .real), ExportColumn("stand_hours", .real), ExportColumn("stand_goal_hours", .real),
        ExportColumn("known_until_ms", .integer),
      ], .query("FROM activity_ring")),
    ExportKind(
      "health_aggregate",
      [
        ExportColumn("measure", .text), ExportColumn("start_ms", .integer), ExportColumn("end_ms", .integer), ExportColumn("value", .real),
        ExportColumn("source", .text, "o.name"), ExportColumn("day", .text, "s.day"), ExportColumn("guess", .boolean, "s.guess"),
        ExportColumn("known_until_ms", .integer), ExportColumn("import", .integer),
      ], .query("FROM health_aggregate AS s LEFT JOIN health_source AS o ON o.id = s.source WHERE \(isVisible("s"))")),
    ExportKind(
      "attachment",
      [
        ExportColumn("file", .text), ExportColumn("type", .text, "s.kind"), ExportColumn("recorded_at_ms", .integer),
        ExportColumn("facts", .json, "json(facts)"), ExportColumn("import", .integer),
      ], .query("FROM health_attachment AS s WHERE \(isVisible("s"))")),
    ExportKind(
      "import",
      [
        ExportColumn("n", .integer), ExportColumn("origin", .text), ExportColumn("file", .text), ExportColumn("started_at_ms", .integer),
        ExportColumn("ended_at_ms", .integer), ExportColumn("exported_at_ms", .integer), ExportColumn("whole", .boolean),
        ExportColumn("records", .integer), ExportColumn("added", .integer), ExportColumn("duplicate", .integer),
        ExportColumn("removed", .integer), ExportColumn("skipped", .json, "json(skipped)"), ExportColumn("remarks", .json, "json(remarks)"),
        ExportColumn("ended_early", .text),
        ExportColumn("zone", .text),
      ], .query("FROM health_import WHERE state = 'done'")),
    ExportKind(
      "source", [ExportColumn("name", .text), ExportColumn("type", .text, "kind"), ExportColumn("origin", .text)],
      .query("FROM health_source")),
  ]

  /// The user's data that isn't in its table: queued lookups, versions lost in conflicts, records of a newer version.
  static let leftovers: [ExportKind] = [
    ExportKind(
      "pending_lookup",
      [
        ExportColumn("gtin", .integer), ExportColumn("text", .text), ExportColumn("reason", .text), ExportColumn("at_ms", .integer),
        ExportColumn("wishes", .json, "json(wishes)"),
      ], .query("FROM pending_lookup")),
    ExportKind(
      "conflict",
      [
        ExportColumn("n", .integer), ExportColumn("record_kind", .text, "kind"), ExportColumn("id", .text),
        ExportColumn("at_ms", .integer, "at"),
        ExportColumn("won_device", .text, "won_dev"), ExportColumn("lost", .json, "lost_json"),
      ], .query("FROM conflict")),
    ExportKind(
      "foreign_record",
      [ExportColumn("record_kind", .text, "kind"), ExportColumn("id", .text), ExportColumn("data", .json, "json")],
      .query("FROM foreign_record")),
  ]

  /// An import that isn't done isn't part of the library.
  static func isVisible(_ row: String) -> String { "\(row).import NOT IN (SELECT n FROM health_import WHERE state <> 'done')" }
}
