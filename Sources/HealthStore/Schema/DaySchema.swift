/// The tables of derived data about days: summaries, workouts, sleep. They are synced; the data they are computed from
/// is not.
enum DaySchema {
  /// The statements of version 2, in order.
  static let version2: [String] = [
    daySummary, "CREATE INDEX day_summary_by_day ON day_summary(day)",
    workout, "CREATE INDEX workout_by_start ON workout(start_ms)",
    sleepSession, "CREATE INDEX sleep_session_by_day ON sleep_session(day)",
    """
    CREATE TABLE derived(kind TEXT NOT NULL, id TEXT NOT NULL, day TEXT NOT NULL, PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX derived_by_day ON derived(day)",
  ]

  private static let daySummary = """
    CREATE TABLE day_summary(
      id TEXT NOT NULL PRIMARY KEY,
      day TEXT NOT NULL,
      zone TEXT NOT NULL,
      steps REAL,
      distance_m REAL,
      flights REAL,
      active_kcal REAL,
      basal_kcal REAL,
      exercise_min REAL,
      workouts INTEGER,
      workout_min REAL,
      sleep_min REAL,
      sleep_core_min REAL,
      sleep_deep_min REAL,
      sleep_rem_min REAL,
      awake_min REAL,
      in_bed_min REAL,
      mindful_min REAL,
      heart_min_bpm REAL,
      heart_avg_bpm REAL,
      heart_max_bpm REAL,
      resting_bpm REAL,
      hrv_ms REAL,
      samples INTEGER NOT NULL DEFAULT 0,
      sources INTEGER NOT NULL DEFAULT 0,
      first_ms INTEGER,
      last_ms INTEGER,
      rule_version INTEGER NOT NULL,
      extra TEXT,
      \(isDate),
      CONSTRAINT "id must be the day, a slash and a device" CHECK (substr(id, 1, 11) = day || '/' AND length(id) BETWEEN 12 AND 200),
      CONSTRAINT "zone must not be empty" CHECK (zone <> ''),
      \(amounts([
        "steps", "distance_m", "flights", "active_kcal", "basal_kcal", "exercise_min", "workouts", "workout_min", "sleep_min",
        "sleep_core_min", "sleep_deep_min", "sleep_rem_min", "awake_min", "in_bed_min", "mindful_min", "heart_min_bpm", "heart_avg_bpm",
        "heart_max_bpm", "resting_bpm", "hrv_ms", "samples", "sources", "rule_version",
      ])),
      \(isExtra)
    ) STRICT, WITHOUT ROWID
    """

  private static let workout = """
    CREATE TABLE workout(
      id TEXT NOT NULL PRIMARY KEY DEFAULT (lower(hex(randomblob(16)))),
      activity TEXT NOT NULL,
      start_ms INTEGER NOT NULL,
      end_ms INTEGER NOT NULL,
      utc_offset_min INTEGER NOT NULL DEFAULT 0,
      duration_min REAL,
      energy_kcal REAL,
      distance_m REAL,
      heart_avg_bpm REAL,
      heart_min_bpm REAL,
      heart_max_bpm REAL,
      source TEXT NOT NULL DEFAULT 'user',
      extra TEXT,
      CONSTRAINT "id must be 1-200 characters" CHECK (length(id) BETWEEN 1 AND 200),
      CONSTRAINT "activity must not be empty" CHECK (activity <> ''),
      \(isSpan),
      \(amounts(["duration_min", "energy_kcal", "distance_m", "heart_avg_bpm", "heart_min_bpm", "heart_max_bpm"])),
      CONSTRAINT "source must not be empty" CHECK (source <> ''),
      \(isExtra)
    ) STRICT, WITHOUT ROWID
    """

  private static let sleepSession = """
    CREATE TABLE sleep_session(
      id TEXT NOT NULL PRIMARY KEY DEFAULT (lower(hex(randomblob(16)))),
      day TEXT NOT NULL,
      start_ms INTEGER NOT NULL,
      end_ms INTEGER NOT NULL,
      utc_offset_min INTEGER NOT NULL DEFAULT 0,
      asleep_min REAL,
      core_min REAL,
      deep_min REAL,
      rem_min REAL,
      unspecified_min REAL,
      awake_min REAL,
      in_bed_min REAL,
      source TEXT NOT NULL DEFAULT 'user',
      extra TEXT,
      CONSTRAINT "id must be 1-200 characters" CHECK (length(id) BETWEEN 1 AND 200),
      \(isDate),
      \(isSpan),
      \(amounts(["asleep_min", "core_min", "deep_min", "rem_min", "unspecified_min", "awake_min", "in_bed_min"])),
      CONSTRAINT "source must not be empty" CHECK (source <> ''),
      \(isExtra)
    ) STRICT, WITHOUT ROWID
    """

  private static let isDate = #"CONSTRAINT "day must be a date, YYYY-MM-DD" CHECK (day IS date(julianday(day)))"#

  private static let isSpan = """
    CONSTRAINT "end_ms must not be before start_ms" CHECK (end_ms >= start_ms),
      CONSTRAINT "utc_offset_min must be -840-840" CHECK (utc_offset_min BETWEEN -840 AND 840)
    """

  private static let isExtra =
    #"CONSTRAINT "extra must be a JSON object" CHECK (extra IS NULL OR (json_valid(extra) AND json_type(extra) = 'object'))"#

  /// No upper bound: one absurd sample in an export must not cause the whole of it to be rejected. Infinity isn't
  /// allowed, though.
  private static func amounts(_ columns: [String]) -> String {
    columns.map { #"CONSTRAINT "\#($0) must be 0 or more" CHECK (\#($0) >= 0 AND \#($0) < 9e999)"# }.joined(separator: ",\n      ")
  }
}
