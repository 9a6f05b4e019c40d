/// The tables of laundry pets, designed to be written from a plain `sqlite3` shell: `INSERT INTO laundry_pet(name) VALUES ('Snowy')` is a pet.
enum LaundrySchema {
  /// The statements of version 8, in order.
  static let version8: [String] = [pet, task, taskByCycle]

  /// A name of 30 characters as people count them may have 300 as SQLite does. An id leaves room for that of a task, which begins with it.
  private static let pet = """
    CREATE TABLE laundry_pet(
      id TEXT NOT NULL PRIMARY KEY DEFAULT (lower(hex(randomblob(16)))),
      name TEXT NOT NULL,
      wash_min INTEGER NOT NULL DEFAULT 45,
      dry_min INTEGER NOT NULL DEFAULT 60,
      every_days INTEGER NOT NULL DEFAULT 7,
      created_at_ms INTEGER NOT NULL DEFAULT (CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)),
      extra TEXT,
      CONSTRAINT "id must be 1-180 characters" CHECK (length(id) BETWEEN 1 AND 180),
      CONSTRAINT "name must be 1-300 characters" CHECK (trim(name, ' ' || char(9, 10, 13)) <> '' AND length(name) <= 300),
      CONSTRAINT "wash_min must be 1-120" CHECK (wash_min BETWEEN 1 AND 120),
      CONSTRAINT "dry_min must be 1-180" CHECK (dry_min BETWEEN 1 AND 180),
      CONSTRAINT "every_days must be 1-30" CHECK (every_days BETWEEN 1 AND 30),
      CONSTRAINT "created_at_ms must be \(times)" CHECK (created_at_ms \(areTimes)),
      CONSTRAINT "extra must be a JSON object" CHECK (extra IS NULL OR (json_valid(extra) AND json_type(extra) = 'object'))
    ) STRICT, WITHOUT ROWID
    """

  /// The id says which step it is, so that devices on which the same button was pressed make the same record.
  private static let task = """
    CREATE TABLE laundry_task(
      id TEXT NOT NULL PRIMARY KEY,
      pet TEXT NOT NULL,
      step TEXT NOT NULL,
      cycle INTEGER NOT NULL,
      attempt INTEGER NOT NULL,
      started_at_ms INTEGER NOT NULL,
      ends_at_ms INTEGER NOT NULL,
      cancelled_at_ms INTEGER,
      snoozed_until_ms INTEGER,
      every_days INTEGER,
      extra TEXT,
      CONSTRAINT "id must be pet/cycle/step/attempt" CHECK (id = pet || '/' || cycle || '/' || step || '/' || attempt),
      CONSTRAINT "step must be wash, dry or fold" CHECK (step IN ('wash', 'dry', 'fold')),
      CONSTRAINT "cycle must be 1-1000000" CHECK (cycle BETWEEN 1 AND 1000000),
      CONSTRAINT "attempt must be 1-10000" CHECK (attempt BETWEEN 1 AND 10000),
      CONSTRAINT "started_at_ms must be \(times)" CHECK (started_at_ms \(areTimes)),
      CONSTRAINT "ends_at_ms must be \(times)" CHECK (ends_at_ms \(areTimes)),
      CONSTRAINT "cancelled_at_ms must be \(times)" CHECK (cancelled_at_ms \(areTimes)),
      CONSTRAINT "snoozed_until_ms must be \(times)" CHECK (snoozed_until_ms \(areTimes)),
      CONSTRAINT "every_days must be 1-30" CHECK (every_days BETWEEN 1 AND 30),
      CONSTRAINT "extra must be a JSON object" CHECK (extra IS NULL OR (json_valid(extra) AND json_type(extra) = 'object'))
    ) STRICT, WITHOUT ROWID
    """

  /// Finds a pet's last cycles among tasks of years.
  private static let taskByCycle = "CREATE INDEX laundry_task_by_cycle ON laundry_task(pet, cycle)"

  private static let times = "0-253402214399999"
  private static let areTimes = "BETWEEN 0 AND 253402214399999"
}
