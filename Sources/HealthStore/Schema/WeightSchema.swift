/// The table of weights, made so that a bare `sqlite3` shell can write it: `INSERT INTO weight(kg) VALUES (81.4)` is today's weight, measured
/// now, and `INSERT INTO weight(day, kg) VALUES ('2026-02-10', 81.4)` that of a day.
enum WeightSchema {
  /// The statements of version 2, in order.
  static let version2: [String] = [table("30-200", "BETWEEN 30 AND 200"), index, completion]

  /// The statements of version 5, in order: the limits are the range of human weight. The rows are copied away and
  /// back, because a renamed table's name stays in quotes for ever. Triggers are dropped with the table; the caller
  /// creates those that fill the outbox again.
  static let version5: [String] = [
    "CREATE TABLE weight_before AS SELECT * FROM weight", "DROP TABLE weight", table("2-650", "BETWEEN 2 AND 650"),
    "INSERT INTO weight SELECT * FROM weight_before", "DROP TABLE weight_before", index, completion,
  ]

  private static let index = "CREATE INDEX weight_by_day ON weight(day)"

  private static func table(_ range: String, _ isInRange: String) -> String {
    """
    CREATE TABLE weight(
      id TEXT NOT NULL PRIMARY KEY,
      day TEXT NOT NULL,
      kg REAL NOT NULL,
      measured_at_ms INTEGER,
      utc_offset_min INTEGER,
      source TEXT NOT NULL DEFAULT 'user',
      extra TEXT,
      CONSTRAINT "day must be a date, YYYY-MM-DD" CHECK (day IS date(julianday(day))),
      CONSTRAINT "id must be the day, or the day, a slash and a device" CHECK (
        id = day OR (substr(id, 1, 11) = day || '/' AND length(id) BETWEEN 12 AND 200)),
      CONSTRAINT "kg must be \(range)" CHECK (kg \(isInRange)),
      CONSTRAINT "measured_at_ms must be milliseconds since 1970, before the year 10000" CHECK (
        measured_at_ms BETWEEN 0 AND 253402214399999),
      CONSTRAINT "utc_offset_min must be -840-840" CHECK (utc_offset_min BETWEEN -840 AND 840),
      CONSTRAINT "measured_at_ms and utc_offset_min must be given together" CHECK ((measured_at_ms IS NULL) = (utc_offset_min IS NULL)),
      CONSTRAINT "day must be the local day of measured_at_ms" CHECK (
        measured_at_ms IS NULL OR utc_offset_min IS NULL OR day = date(measured_at_ms / 1000 + utc_offset_min * 60, 'unixepoch')),
      CONSTRAINT "source must not be empty" CHECK (source <> ''),
      CONSTRAINT "extra must be a JSON object" CHECK (extra IS NULL OR (json_valid(extra) AND json_type(extra) = 'object'))
    ) STRICT, WITHOUT ROWID
    """
  }

  /// A row with missing values is replaced by a complete one: a trigger can't change the row being inserted, and a
  /// second UPDATE of the key would send the deletion of a record that never existed.
  ///
  /// Today, or without any day: measured now. Another day alone: the time isn't known. The inner INSERT follows the outer's OR REPLACE.
  private static let completion = """
    CREATE TRIGGER weight_completed BEFORE INSERT ON weight
    WHEN NEW.id IS NULL OR NEW.day IS NULL OR (NEW.measured_at_ms IS NOT NULL AND NEW.utc_offset_min IS NULL)
    BEGIN
      INSERT INTO weight(id, day, kg, measured_at_ms, utc_offset_min, source, extra)
      SELECT coalesce(NEW.id, day), day, NEW.kg, at, "offset", NEW.source, NEW.extra
      FROM (SELECT at, "offset", coalesce(NEW.day, date(at / 1000 + "offset" * 60, 'unixepoch'), substr(NEW.id, 1, 10)) AS day
        FROM (SELECT at, CASE WHEN at IS NOT NULL THEN coalesce(NEW.utc_offset_min, \(localOffset)) END AS "offset"
          FROM (SELECT CASE
            WHEN NEW.measured_at_ms IS NOT NULL THEN NEW.measured_at_ms
            WHEN coalesce(NEW.day, substr(NEW.id, 1, 10), \(today)) = \(today) THEN \(nowMs)
            END AS at)));
      SELECT RAISE(IGNORE);
    END
    """

  private static let nowMs = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"

  private static let today = "date('now', coalesce(NEW.utc_offset_min || ' minutes', 'localtime'))"

  /// Minutes east of UTC of the computer's time zone at `at`.
  private static let localOffset = "(strftime('%s', at / 1000, 'unixepoch', 'localtime') - at / 1000) / 60"
}
