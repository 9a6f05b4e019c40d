/// The tables of imported data: samples and everything that came with them, unchanged. They stay on this computer.
///
/// Rows have the number of their import. Those of an import that isn't `done` aren't part of the library yet: readers
/// must leave them out, as the views do.
enum HealthSchema {
  /// The statements of version 2, in order.
  static let version2: [String] = imports + names + samples + workouts + HealthViews.version2

  /// The statements of version 5, in order: a sum's key has its end, so that a day's sum and that of its first hour are two; it may be for a
  /// day rather than a span; and what a record's versions brought is known by the record's own id.
  static let version5: [String] = aggregates5 + versions5

  /// The statements of version 9, in order: sums and rings are stored with the time until when their export knows. For
  /// those of earlier versions it is that of their import; which import a ring is of wasn't stored, so that it is the
  /// newest of all.
  static let version9: [String] = [
    "CREATE TEMP TABLE aggregate_before AS SELECT * FROM health_aggregate",
    "DROP TABLE health_aggregate",
    """
    CREATE TABLE "health_aggregate"(
      measure TEXT NOT NULL, start_ms INTEGER NOT NULL, end_ms INTEGER NOT NULL, source INTEGER NOT NULL, import INTEGER NOT NULL,
      value REAL NOT NULL, day TEXT, guess INTEGER NOT NULL DEFAULT 0, known_until_ms INTEGER,
      PRIMARY KEY (measure, start_ms, end_ms, source, import),
      CONSTRAINT "guess must be 0 or 1" CHECK (guess IN (0, 1))
    ) STRICT, WITHOUT ROWID
    """,
    """
    INSERT INTO health_aggregate SELECT a.*, min(coalesce(i.exported_at_ms, i.started_at_ms), i.started_at_ms)
    FROM aggregate_before AS a LEFT JOIN health_import AS i ON i.n = a.import
    """,
    "DROP TABLE aggregate_before",
    "CREATE INDEX health_aggregate_long ON health_aggregate(measure, start_ms) WHERE end_ms - start_ms > 172800000",
    "CREATE TEMP TABLE ring_before AS SELECT * FROM activity_ring",
    "DROP TABLE activity_ring",
    """
    CREATE TABLE activity_ring(
      day TEXT NOT NULL PRIMARY KEY, active_kcal REAL, active_goal_kcal REAL, move_min REAL, move_goal_min REAL, exercise_min REAL,
      exercise_goal_min REAL, stand_hours REAL, stand_goal_hours REAL, known_until_ms INTEGER
    ) STRICT, WITHOUT ROWID
    """,
    """
    INSERT INTO activity_ring SELECT r.*,
      (SELECT max(min(exported_at_ms, started_at_ms)) FROM health_import WHERE origin = 'apple_health' AND state = 'done')
    FROM ring_before AS r
    """,
    "DROP TABLE ring_before",
  ]

  /// Copied aside and created again, under the quoted name that `ALTER TABLE … RENAME` leaves in existing files:
  /// renaming a table makes SQLite parse all triggers again, which took a third of the time of creating a library.
  private static let aggregates5 = [
    "CREATE TEMP TABLE aggregate_before AS SELECT * FROM health_aggregate",
    "DROP TABLE health_aggregate",
    """
    CREATE TABLE "health_aggregate"(
      measure TEXT NOT NULL, start_ms INTEGER NOT NULL, end_ms INTEGER NOT NULL, source INTEGER NOT NULL, import INTEGER NOT NULL,
      value REAL NOT NULL, day TEXT, guess INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (measure, start_ms, end_ms, source, import),
      CONSTRAINT "guess must be 0 or 1" CHECK (guess IN (0, 1))
    ) STRICT, WITHOUT ROWID
    """,
    """
    INSERT INTO health_aggregate(measure, start_ms, end_ms, source, import, value)
    SELECT measure, start_ms, end_ms, source, import, value FROM aggregate_before
    """,
    "DROP TABLE aggregate_before",
    "CREATE INDEX health_aggregate_long ON health_aggregate(measure, start_ms) WHERE end_ms - start_ms > 172800000",
  ]

  private static let versions5 = [
    """
    CREATE TABLE sample_version(
      record TEXT NOT NULL, import INTEGER NOT NULL, modified_ms INTEGER NOT NULL, type INTEGER NOT NULL, start_ms INTEGER NOT NULL,
      source INTEGER NOT NULL, duration_ms INTEGER NOT NULL, value REAL NOT NULL,
      PRIMARY KEY (record, import, type, start_ms, duration_ms, value)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE workout_version(
      record TEXT NOT NULL PRIMARY KEY, modified_ms INTEGER NOT NULL, workout TEXT
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX workout_version_by_workout ON workout_version(workout)",
    "ALTER TABLE health_import ADD COLUMN changed INTEGER NOT NULL DEFAULT 0",
  ]

  private static let imports = [
    """
    CREATE TABLE health_import(
      n INTEGER PRIMARY KEY,
      origin TEXT NOT NULL,
      file TEXT NOT NULL,
      state TEXT NOT NULL DEFAULT 'running',
      started_at_ms INTEGER NOT NULL,
      ended_at_ms INTEGER,
      exported_at_ms INTEGER,
      whole INTEGER NOT NULL DEFAULT 0,
      records INTEGER NOT NULL DEFAULT 0,
      added INTEGER NOT NULL DEFAULT 0,
      duplicate INTEGER NOT NULL DEFAULT 0,
      removed INTEGER NOT NULL DEFAULT 0,
      skipped TEXT NOT NULL DEFAULT '{}',
      remarks TEXT NOT NULL DEFAULT '{}',
      ended_early TEXT,
      zone TEXT,
      zone_votes TEXT NOT NULL DEFAULT '{}',
      days_changed INTEGER NOT NULL DEFAULT 0,
      CONSTRAINT "state must be running or done" CHECK (state IN ('running', 'done')),
      CONSTRAINT "whole must be 0 or 1" CHECK (whole IN (0, 1)),
      CONSTRAINT "skipped must be a JSON object" CHECK (json_valid(skipped) AND json_type(skipped) = 'object'),
      CONSTRAINT "remarks must be a JSON object" CHECK (json_valid(remarks) AND json_type(remarks) = 'object'),
      CONSTRAINT "zone_votes must be a JSON object" CHECK (json_valid(zone_votes) AND json_type(zone_votes) = 'object')
    ) STRICT
    """
  ]

  private static let names = [
    "CREATE TABLE health_type(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT",
    """
    CREATE TABLE health_source(
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, origin TEXT NOT NULL,
      CONSTRAINT "kind must be watch, phone or other" CHECK (kind IN ('watch', 'phone', 'other'))
    ) STRICT
    """,
    """
    CREATE TABLE health_unit(
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, stored TEXT NOT NULL, factor REAL NOT NULL, shift REAL NOT NULL, UNIQUE (name, stored)
    ) STRICT
    """,
    "CREATE TABLE health_device(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT",
  ]

  /// The key of a sample is its contents, so that a sample that was synced twice is stored once; it is also the order
  /// in which days are read.
  private static let samples = [
    """
    CREATE TABLE sample(
      type INTEGER NOT NULL, start_ms INTEGER NOT NULL, source INTEGER NOT NULL, duration_ms INTEGER NOT NULL, value REAL NOT NULL,
      unit INTEGER NOT NULL, device INTEGER NOT NULL DEFAULT 0, lag_s INTEGER, flags INTEGER NOT NULL DEFAULT 0, import INTEGER NOT NULL,
      PRIMARY KEY (type, start_ms, source, duration_ms, value)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE sample_detail(
      type INTEGER NOT NULL, start_ms INTEGER NOT NULL, source INTEGER NOT NULL, duration_ms INTEGER NOT NULL, value REAL NOT NULL,
      key TEXT NOT NULL, text TEXT NOT NULL, import INTEGER NOT NULL,
      PRIMARY KEY (type, start_ms, source, duration_ms, value, key)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE sample_group(
      type INTEGER NOT NULL, source INTEGER NOT NULL, utc_day INTEGER NOT NULL, count INTEGER NOT NULL, hash INTEGER NOT NULL,
      PRIMARY KEY (type, source, utc_day)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE sample_chunk(
      id TEXT NOT NULL PRIMARY KEY, type INTEGER NOT NULL, source INTEGER NOT NULL, utc_day TEXT NOT NULL,
      changes INTEGER NOT NULL DEFAULT 1, extra TEXT
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE health_aggregate(
      measure TEXT NOT NULL, start_ms INTEGER NOT NULL, source INTEGER NOT NULL, import INTEGER NOT NULL, end_ms INTEGER NOT NULL,
      value REAL NOT NULL, PRIMARY KEY (measure, start_ms, source, import)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE activity_ring(
      day TEXT NOT NULL PRIMARY KEY, active_kcal REAL, active_goal_kcal REAL, move_min REAL, move_goal_min REAL, exercise_min REAL,
      exercise_goal_min REAL, stand_hours REAL, stand_goal_hours REAL
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE health_attachment(
      file TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, recorded_at_ms INTEGER, facts TEXT NOT NULL DEFAULT '{}', import INTEGER NOT NULL,
      CONSTRAINT "facts must be a JSON object" CHECK (json_valid(facts) AND json_type(facts) = 'object')
    ) STRICT, WITHOUT ROWID
    """,
  ]

  private static let workouts = [
    """
    CREATE TABLE workout_statistic(
      workout TEXT NOT NULL, type TEXT NOT NULL, sum REAL, average REAL, minimum REAL, maximum REAL, unit TEXT NOT NULL,
      PRIMARY KEY (workout, type)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE workout_event(
      workout TEXT NOT NULL, n INTEGER NOT NULL, type TEXT NOT NULL, at_ms INTEGER NOT NULL, duration_ms INTEGER NOT NULL,
      PRIMARY KEY (workout, n)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE workout_detail(
      workout TEXT NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (workout, key)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE workout_track(
      file TEXT NOT NULL, import INTEGER NOT NULL, workout TEXT, points INTEGER NOT NULL, start_ms INTEGER, end_ms INTEGER,
      distance_m REAL NOT NULL, track BLOB NOT NULL, PRIMARY KEY (file, import)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX workout_track_by_workout ON workout_track(workout)",
  ]
}
