/// Views for use in an `sqlite3` shell or Datasette: names instead of numbers, readable times, and only visible rows.
enum HealthViews {
  /// The statements of version 2, in order.
  static let version2: [String] = [samples, sleepStages, workouts, imports]

  static let samples = """
    CREATE VIEW samples AS
    SELECT t.name AS type, \(utc("s.start_ms")) AS start_utc, \(utc("s.start_ms + s.duration_ms")) AS end_utc,
      iif(u.name = '(no value)', NULL, s.value) AS value, u.stored AS unit, u.name AS said_unit, o.name AS source, d.name AS device,
      s.flags >> 2 & 1 AS user_entered, CASE s.flags & 3 WHEN 1 THEN 'sedentary' WHEN 2 THEN 'active' END AS motion,
      s.start_ms, s.duration_ms, s.import
    FROM sample AS s
      JOIN health_type AS t ON t.id = s.type
      JOIN health_import AS i ON i.n = s.import AND i.state = 'done'
      LEFT JOIN health_unit AS u ON u.id = s.unit
      LEFT JOIN health_source AS o ON o.id = s.source
      LEFT JOIN health_device AS d ON d.id = s.device
    """

  static let sleepStages = """
    CREATE VIEW sleep_stages AS
    SELECT \(utc("s.start_ms")) AS start_utc, \(utc("s.start_ms + s.duration_ms")) AS end_utc, s.duration_ms / 60000.0 AS duration_min,
      CASE s.value WHEN 0 THEN 'in_bed' WHEN 1 THEN 'asleep' WHEN 2 THEN 'awake' WHEN 3 THEN 'core' WHEN 4 THEN 'deep' WHEN 5 THEN 'rem' END
        AS stage, o.name AS source
    FROM sample AS s
      JOIN health_import AS i ON i.n = s.import AND i.state = 'done'
      LEFT JOIN health_source AS o ON o.id = s.source
    WHERE s.type = (SELECT id FROM health_type WHERE name = 'sleep_analysis')
    """

  static let workouts = """
    CREATE VIEW workouts AS
    SELECT date(\(local("w.start_ms")), 'unixepoch') AS day, strftime('%H:%M', \(local("w.start_ms")), 'unixepoch') AS start_local,
      strftime('%H:%M', \(local("w.end_ms")), 'unixepoch') AS end_local, w.activity, w.duration_min, w.energy_kcal, w.distance_m,
      w.heart_avg_bpm, w.heart_min_bpm, w.heart_max_bpm, w.source,
      (SELECT sum(t.points) FROM workout_track AS t JOIN health_import AS i ON i.n = t.import AND i.state = 'done' WHERE t.workout = w.id)
        AS track_points,
      w.id
    FROM workout AS w
    """

  static let imports = """
    CREATE VIEW imports AS
    SELECT n, \(utc("started_at_ms")) AS started_utc, file, origin, records, added, duplicate, removed,
      (SELECT coalesce(sum(value), 0) FROM json_each(skipped)) AS skipped, days_changed, zone, ended_at_ms - started_at_ms AS duration_ms
    FROM health_import WHERE state = 'done'
    """

  private static func utc(_ ms: String) -> String { "strftime('%Y-%m-%dT%H:%M:%SZ', (\(ms)) / 1000, 'unixepoch')" }

  private static func local(_ ms: String) -> String { "\(ms) / 1000 + w.utc_offset_min * 60" }
}
