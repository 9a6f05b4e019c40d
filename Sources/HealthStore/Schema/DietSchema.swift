/// The tables of the diet plan. A plain `sqlite3` shell can read them and write them, but a plan is easier to begin with `hsync diet setup`.
enum DietSchema {
  /// The statements of version 8, in order.
  static let version8: [String] = [profile, event, "CREATE INDEX diet_event_by_day ON diet_event(day)"]

  /// Every answer may be NULL: the set-up keeps those that were given so far.
  private static let profile = """
    CREATE TABLE diet_profile(
      id TEXT NOT NULL PRIMARY KEY DEFAULT 'me',
      \(answers),
      start_day TEXT,
      notices INTEGER,
      voice TEXT,
      weigh_in_min INTEGER,
      milestone_min INTEGER,
      absence_min INTEGER,
      extra TEXT,
      CONSTRAINT "id must be me" CHECK (id = 'me'),
      \(checks),
      CONSTRAINT "start_day must be a date, YYYY-MM-DD" CHECK (start_day IS date(julianday(start_day))),
      CONSTRAINT "notices must be 0 or 1" CHECK (notices IN (0, 1)),
      CONSTRAINT "voice must be supportive or gentle-guilt" CHECK (voice IN ('supportive', 'gentle-guilt')),
      CONSTRAINT "weigh_in_min must be 0-1439" CHECK (weigh_in_min BETWEEN 0 AND 1439),
      CONSTRAINT "milestone_min must be 0-1439" CHECK (milestone_min BETWEEN 0 AND 1439),
      CONSTRAINT "absence_min must be 0-1439" CHECK (absence_min BETWEEN 0 AND 1439),
      CONSTRAINT "extra must be a JSON object" CHECK (extra IS NULL OR (json_valid(extra) AND json_type(extra) = 'object'))
    ) STRICT, WITHOUT ROWID
    """

  private static let event = """
    CREATE TABLE diet_event(
      id TEXT NOT NULL PRIMARY KEY DEFAULT (lower(hex(randomblob(16)))),
      day TEXT NOT NULL DEFAULT (date('now', 'localtime')),
      type TEXT NOT NULL,
      plan TEXT,
      plan_day TEXT,
      name TEXT,
      answer INTEGER,
      \(answers),
      created_at_ms INTEGER NOT NULL DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)),
      extra TEXT,
      CONSTRAINT "id must be 1-200 characters" CHECK (length(id) BETWEEN 1 AND 200),
      CONSTRAINT "day must be a date, YYYY-MM-DD" CHECK (day IS date(julianday(day))),
      CONSTRAINT "type must be profile, pause, resume, stop, milestone or lesson" CHECK (
        type IN ('profile', 'pause', 'resume', 'stop', 'milestone', 'lesson')),
      CONSTRAINT "only a lesson may have no plan" CHECK (type = 'lesson' OR coalesce(plan, '') <> ''),
      CONSTRAINT "plan_day must be a date, YYYY-MM-DD" CHECK (plan_day IS date(julianday(plan_day))),
      CONSTRAINT "a milestone or lesson must have a name" CHECK (type NOT IN ('milestone', 'lesson') OR coalesce(name, '') <> ''),
      CONSTRAINT "answer must be 0 or 1" CHECK (answer IN (0, 1)),
      CONSTRAINT "a profile must have plan_day, sex, age, height_cm, weight_kg, activity and goal" CHECK (
        type <> 'profile' OR (plan_day IS NOT NULL AND sex IS NOT NULL AND age IS NOT NULL AND height_cm IS NOT NULL
          AND weight_kg IS NOT NULL AND activity IS NOT NULL AND goal IS NOT NULL)),
      \(checks),
      CONSTRAINT "created_at_ms must be 0-253402214399999" CHECK (created_at_ms BETWEEN 0 AND 253402214399999),
      CONSTRAINT "extra must be a JSON object" CHECK (extra IS NULL OR (json_valid(extra) AND json_type(extra) = 'object'))
    ) STRICT, WITHOUT ROWID
    """

  /// The columns of a profile, which both tables have.
  private static let answers = """
    sex TEXT,
      age INTEGER,
      height_cm REAL,
      weight_kg REAL,
      body_fat_percent REAL,
      activity TEXT,
      goal TEXT,
      window_start_min INTEGER,
      window_end_min INTEGER,
      meal_times TEXT,
      factor TEXT,
      locked_weight_kg REAL,
      active_share REAL
    """

  /// The bounds are wider than those of the set-up, so that a later version may ask for other ones.
  private static let checks = """
    CONSTRAINT "sex must be male, female or other" CHECK (sex IN ('male', 'female', 'other')),
      CONSTRAINT "age must be 1-150" CHECK (age BETWEEN 1 AND 150),
      CONSTRAINT "height_cm must be 30-300" CHECK (height_cm BETWEEN 30 AND 300),
      CONSTRAINT "weight_kg must be 2-650" CHECK (weight_kg BETWEEN 2 AND 650),
      CONSTRAINT "body_fat_percent must be 0-100" CHECK (body_fat_percent BETWEEN 0 AND 100),
      CONSTRAINT "activity must be sedentary, light, moderate, active or very_active" CHECK (
        activity IN ('sedentary', 'light', 'moderate', 'active', 'very_active')),
      CONSTRAINT "goal must be lose, maintain or gain" CHECK (goal IN ('lose', 'maintain', 'gain')),
      CONSTRAINT "window_start_min must be 0-1439" CHECK (window_start_min BETWEEN 0 AND 1439),
      CONSTRAINT "window_end_min must be 0-1439" CHECK (window_end_min BETWEEN 0 AND 1439),
      CONSTRAINT "a window must have a start and an end" CHECK ((window_start_min IS NULL) = (window_end_min IS NULL)),
      CONSTRAINT "meal_times must be a JSON array" CHECK (
        meal_times IS NULL OR (json_valid(meal_times) AND json_type(meal_times) = 'array')),
      CONSTRAINT "factor must be 19/23 or 0.67" CHECK (factor IN ('19/23', '0.67')),
      CONSTRAINT "locked_weight_kg must be 2-650" CHECK (locked_weight_kg BETWEEN 2 AND 650),
      CONSTRAINT "active_share must be 0-1" CHECK (active_share BETWEEN 0 AND 1)
    """
}
