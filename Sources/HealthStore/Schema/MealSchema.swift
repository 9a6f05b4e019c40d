/// The table of meals, designed to be written from a plain `sqlite3` shell: `INSERT INTO meal(name, energy_kcal) VALUES
/// ('Apple', 52)` is a whole entry, and a value out of range is rejected with the reason as the constraint's name.
enum MealSchema {
  /// The statements of version 1, in order.
  static let version1: [String] = [table, "CREATE INDEX meal_by_day ON meal(day, eaten_at_ms)"] + completion

  /// `day`, `eaten_at_ms`, `utc_offset_min` and `slot` depend on each other, which a DEFAULT can't express. So NULL
  /// means that a trigger computes the value; no row keeps a NULL.
  private static let table = """
    CREATE TABLE meal(
      id TEXT NOT NULL PRIMARY KEY DEFAULT (lower(hex(randomblob(16)))),
      day TEXT,
      eaten_at_ms INTEGER,
      utc_offset_min INTEGER,
      slot TEXT,
      name TEXT NOT NULL,
      brand TEXT,
      gtin TEXT,
      servings REAL,
      grams REAL,
      energy_kcal REAL,
      protein_g REAL,
      carbs_g REAL,
      fat_g REAL,
      sugars_g REAL,
      saturated_fat_g REAL,
      fiber_g REAL,
      salt_g REAL,
      source TEXT NOT NULL DEFAULT 'user',
      revision TEXT,
      basis TEXT NOT NULL DEFAULT 'manual',
      doubts TEXT NOT NULL DEFAULT '[]',
      note TEXT,
      created_at_ms INTEGER NOT NULL DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)),
      extra TEXT,
      CONSTRAINT "id must be 1-200 characters" CHECK (length(id) BETWEEN 1 AND 200),
      CONSTRAINT "day must be a date, YYYY-MM-DD" CHECK (day IS date(julianday(day))),
      CONSTRAINT "eaten_at_ms must be milliseconds since 1970, before the year 10000" CHECK (eaten_at_ms BETWEEN 0 AND 253402214399999),
      CONSTRAINT "utc_offset_min must be -840-840" CHECK (utc_offset_min BETWEEN -840 AND 840),
      CONSTRAINT "day must be the local day of eaten_at_ms; set one of them to NULL to have it worked out" CHECK (
        day IS NULL OR eaten_at_ms IS NULL OR utc_offset_min IS NULL
        OR day = date(eaten_at_ms / 1000 + utc_offset_min * 60, 'unixepoch')),
      CONSTRAINT "slot must be breakfast, brunch, lunch, snack or dinner" CHECK (
        slot IN ('breakfast', 'brunch', 'lunch', 'snack', 'dinner')),
      CONSTRAINT "name must not be empty" CHECK (trim(name) <> ''),
      CONSTRAINT "gtin must be 1-14 digits" CHECK (length(gtin) BETWEEN 1 AND 14 AND gtin NOT GLOB '*[^0-9]*'),
      CONSTRAINT "servings must be above 0, at most 10000" CHECK (servings > 0 AND servings <= 10000),
      CONSTRAINT "grams must be above 0, at most 100000" CHECK (grams > 0 AND grams <= 100000),
      CONSTRAINT "energy_kcal must be 0-9999" CHECK (energy_kcal BETWEEN 0 AND 9999),
      CONSTRAINT "protein_g must be 0-99999" CHECK (protein_g BETWEEN 0 AND 99999),
      CONSTRAINT "carbs_g must be 0-99999" CHECK (carbs_g BETWEEN 0 AND 99999),
      CONSTRAINT "fat_g must be 0-99999" CHECK (fat_g BETWEEN 0 AND 99999),
      CONSTRAINT "sugars_g must be 0-99999" CHECK (sugars_g BETWEEN 0 AND 99999),
      CONSTRAINT "saturated_fat_g must be 0-99999" CHECK (saturated_fat_g BETWEEN 0 AND 99999),
      CONSTRAINT "fiber_g must be 0-99999" CHECK (fiber_g BETWEEN 0 AND 99999),
      CONSTRAINT "salt_g must be 0-99999" CHECK (salt_g BETWEEN 0 AND 99999),
      CONSTRAINT "source must not be empty" CHECK (source <> ''),
      CONSTRAINT "basis must be 100g, serving or manual" CHECK (basis IN ('100g', 'serving', 'manual')),
      CONSTRAINT "doubts must be a JSON array" CHECK (
        doubts = '[]' OR (json_valid(doubts) AND json_type(doubts) = 'array')),
      CONSTRAINT "extra must be a JSON object" CHECK (extra IS NULL OR (json_valid(extra) AND json_type(extra) = 'object'))
    ) STRICT, WITHOUT ROWID
    """

  /// The same steps after an INSERT and after an UPDATE that sets one of the four to NULL.
  private static let completion: [String] = [("insert", "INSERT"), ("update", "UPDATE OF day, eaten_at_ms, utc_offset_min, slot")]
    .map { name, event in
      """
      CREATE TRIGGER meal_completed_on_\(name) AFTER \(event) ON meal
      WHEN NEW.day IS NULL OR NEW.eaten_at_ms IS NULL OR NEW.utc_offset_min IS NULL OR NEW.slot IS NULL
      BEGIN
        UPDATE meal SET eaten_at_ms = \(eatenAt) WHERE id = NEW.id AND eaten_at_ms IS NULL;
        UPDATE meal SET utc_offset_min = \(localOffset("eaten_at_ms")) WHERE id = NEW.id AND utc_offset_min IS NULL;
        UPDATE meal SET day = coalesce(day, date(eaten_at_ms / 1000 + utc_offset_min * 60, 'unixepoch')), slot = coalesce(slot, \(usualSlot))
          WHERE id = NEW.id AND (day IS NULL OR slot IS NULL);
      END
      """
    }

  private static let nowMs = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"

  /// Without a day, or if that is today: now. Another day: the usual time of the slot, lunch without one, on that day, by the offset
  /// that is given, else by the computer's time zone.
  private static let eatenAt = """
    CASE
          WHEN coalesce(day = date('now', coalesce(utc_offset_min || ' minutes', 'localtime')), true) THEN \(nowMs)
          WHEN utc_offset_min IS NULL THEN strftime('%s', \(usualTime), 'utc') * 1000
          ELSE strftime('%s', \(usualTime)) * 1000 - utc_offset_min * 60000 END
    """

  /// `YYYY-MM-DD HH:MM`, the usual time of the slot.
  private static let usualTime = """
    day || CASE slot WHEN 'breakfast' THEN ' 08:00' WHEN 'brunch' THEN ' 10:30' WHEN 'snack' THEN ' 16:00' WHEN 'dinner' THEN ' 19:00' \
    ELSE ' 12:30' END
    """

  /// Minutes east of UTC of the computer's time zone at an instant.
  private static func localOffset(_ ms: String) -> String {
    "(strftime('%s', \(ms) / 1000, 'unixepoch', 'localtime') - \(ms) / 1000) / 60"
  }

  /// As `MealSlot(usualAt:)`.
  private static let usualSlot = """
    CASE
          WHEN \(minuteOfDay) BETWEEN 240 AND 629 THEN 'breakfast'
          WHEN \(minuteOfDay) BETWEEN 690 AND 869 THEN 'lunch'
          WHEN \(minuteOfDay) BETWEEN 1050 AND 1319 THEN 'dinner'
          ELSE 'snack' END
    """

  private static let minuteOfDay = "(eaten_at_ms / 60000 + utc_offset_min) % 1440"
}
