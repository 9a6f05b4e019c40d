/// The tables of the plan, designed to be written from a plain `sqlite3` shell: `INSERT INTO planner_item(type, title)
/// VALUES ('workout', 'Run')` is a whole item of today, and `UPDATE planner_item SET completed = 1 WHERE short_id =
/// 'k7m2p4xq'` ticks it off.
enum PlanSchema {
  /// The statements of version 3, in order.
  static let version3: [String] = [
    item,
    "CREATE INDEX planner_item_by_day ON planner_item(day)",
    "CREATE INDEX planner_item_repeats ON planner_item(day) WHERE repeat IS NOT NULL",
    "CREATE INDEX planner_item_by_short_id ON planner_item(short_id)",
    named, renamed, note,
  ]

  /// `skipped` may be NULL: records from other devices may lack it.
  private static let item = """
    CREATE TABLE planner_item(
      id TEXT NOT NULL PRIMARY KEY DEFAULT (lower(hex(randomblob(16)))),
      short_id TEXT DEFAULT (\(randomName)),
      type TEXT NOT NULL,
      meal_type TEXT,
      title TEXT NOT NULL,
      day TEXT NOT NULL DEFAULT (date('now', 'localtime')),
      completed INTEGER NOT NULL DEFAULT 0,
      completed_at_ms INTEGER,
      created_at_ms INTEGER NOT NULL DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)),
      repeat TEXT,
      repeat_until TEXT,
      repeat_of TEXT,
      skipped INTEGER DEFAULT 0,
      extra TEXT,
      CONSTRAINT "id must be 1-200 characters" CHECK (length(id) BETWEEN 1 AND 200),
      CONSTRAINT "type must be workout or meal" CHECK (type IN ('workout', 'meal')),
      CONSTRAINT "meal_type must be breakfast, lunch, dinner or snack" CHECK (meal_type IN ('breakfast', 'lunch', 'dinner', 'snack')),
      CONSTRAINT "a meal must have a meal_type, a workout none" CHECK ((type = 'meal') = (meal_type IS NOT NULL)),
      CONSTRAINT "title must be 1-500 characters" CHECK (
        trim(title, ' ' || char(9, 10, 13)) <> '' AND length(title) <= 500),
      CONSTRAINT "day must be a date, YYYY-MM-DD" CHECK (day IS date(julianday(day))),
      CONSTRAINT "completed must be 0 or 1" CHECK (completed IN (0, 1)),
      CONSTRAINT "repeat must be weekly or NULL" CHECK (repeat IN ('weekly')),
      CONSTRAINT "repeat_until must be a date, YYYY-MM-DD" CHECK (repeat_until IS date(julianday(repeat_until))),
      CONSTRAINT "repeat_until must not be before day" CHECK (repeat_until >= day),
      CONSTRAINT "an occurrence (repeat_of) can't repeat" CHECK (repeat IS NULL OR repeat_of IS NULL),
      CONSTRAINT "skipped must be 0 or 1" CHECK (skipped IN (0, 1)),
      CONSTRAINT "only an occurrence (repeat_of) can be skipped" CHECK (skipped IS NOT 1 OR repeat_of IS NOT NULL),
      CONSTRAINT "extra must be a JSON object" CHECK (extra IS NULL OR (json_valid(extra) AND json_type(extra) = 'object'))
    ) STRICT, WITHOUT ROWID
    """

  /// Replaces a short id that is missing, malformed or taken.
  ///
  /// So an item from another device is stored under its id and never fails because of its short one. While sync applies
  /// it, the replacement isn't added to the outbox, so that two devices can't exchange new short ids for ever: the item
  /// keeps the local one until it is edited. A UNIQUE constraint would reject the row instead.
  private static let named = """
    CREATE TRIGGER planner_item_named AFTER INSERT ON planner_item
    WHEN \(isUnfit)
    BEGIN
      UPDATE planner_item SET short_id = \(randomName) WHERE id = NEW.id;
    END
    """

  /// The message with which a short id that isn't fit is refused.
  static let takenShortID = "short_id must be 8 of \(letters) that no other item has"

  /// A synced update must not take another item's short id either: the row keeps its own. If a user requests a taken
  /// one, it is an error.
  private static let renamed = """
    CREATE TRIGGER planner_item_renamed AFTER UPDATE OF short_id ON planner_item
    WHEN NEW.short_id IS NOT OLD.short_id AND \(isUnfit)
    BEGIN
      SELECT RAISE(ABORT, '\(takenShortID)')
      WHERE (SELECT applying FROM sync_state) = 0;
      UPDATE planner_item SET short_id = OLD.short_id WHERE id = NEW.id;
    END
    """

  private static let note = """
    CREATE TABLE day_note(
      day TEXT NOT NULL PRIMARY KEY DEFAULT (date('now', 'localtime')),
      text TEXT NOT NULL,
      extra TEXT,
      CONSTRAINT "day must be a date, YYYY-MM-DD" CHECK (day IS date(julianday(day))),
      CONSTRAINT "text must be at most 100000 characters" CHECK (length(text) <= 100000),
      CONSTRAINT "extra must be a JSON object" CHECK (extra IS NULL OR (json_valid(extra) AND json_type(extra) = 'object'))
    ) STRICT, WITHOUT ROWID
    """

  /// Those of `ShortID`, spelled out: a version that is out never changes.
  private static let letters = "23456789abcdefghjkmnpqrstuvwxyz"

  private static let randomName =
    Array(repeating: "substr('\(letters)', 1 + abs(random() % 31), 1)", count: 8)
    .joined(separator: " || ")

  /// Over NEW; OR in parentheses.
  private static let isUnfit = """
    (NEW.short_id IS NULL OR length(NEW.short_id) <> 8 OR NEW.short_id GLOB '*[^\(letters)]*'
      OR EXISTS (SELECT 1 FROM planner_item WHERE short_id = NEW.short_id AND id <> NEW.id))
    """
}
