/// The tables of the sync state beside the data: dirty records, versions agreed with the backend, the push in flight.
///
/// They are in the same file as the data, so that an edit and its place in the outbox, or an answer and its effects,
/// are one transaction. `docs/schema.md` explains them column by column.
enum SyncSchema {
  /// The statements of version 1, in order. They leave one row in `sync_state` with a new random device id and one in `backend`.
  static let version1: [String] = [
    """
    CREATE TABLE sync_state(
      one INTEGER PRIMARY KEY CHECK (one = 1),
      device TEXT NOT NULL CHECK (device <> '' AND device NOT GLOB '*[^0-9a-f]*'),
      push_no INTEGER NOT NULL DEFAULT 0,
      cursor TEXT NOT NULL DEFAULT '',
      hlc INTEGER NOT NULL DEFAULT 0,
      applying INTEGER NOT NULL DEFAULT 0 CHECK (applying IN (0, 1)),
      last_ok_at INTEGER
    ) STRICT
    """,
    """
    CREATE TABLE outbox(
      kind TEXT NOT NULL, id TEXT NOT NULL, hlc INTEGER NOT NULL, lane INTEGER NOT NULL, PRIMARY KEY (kind, id)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX outbox_order ON outbox(lane, hlc)",
    """
    CREATE TABLE version(
      kind TEXT NOT NULL, id TEXT NOT NULL, hlc INTEGER NOT NULL, dev TEXT NOT NULL, hash BLOB, PRIMARY KEY (kind, id)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE in_flight(
      one INTEGER PRIMARY KEY CHECK (one = 1), push_no INTEGER NOT NULL, sha BLOB NOT NULL, body BLOB NOT NULL,
      count INTEGER NOT NULL, created_at INTEGER NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE quarantine(
      kind TEXT NOT NULL, id TEXT NOT NULL, hlc INTEGER NOT NULL, code TEXT NOT NULL, message TEXT NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (kind, id)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE conflict(
      n INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, lost_json TEXT, won_hlc INTEGER NOT NULL, won_dev TEXT NOT NULL,
      at INTEGER NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE foreign_record(
      kind TEXT NOT NULL, id TEXT NOT NULL, hlc INTEGER NOT NULL, dev TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (kind, id)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE sync_run(
      n INTEGER PRIMARY KEY, reason TEXT, started INTEGER, ended INTEGER, pushed INTEGER, pulled INTEGER, rejected INTEGER,
      bytes_up INTEGER, bytes_down INTEGER, requests INTEGER, error_code TEXT, error_message TEXT
    ) STRICT
    """,
    "CREATE TABLE snapshot_seen(kind TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID",
    """
    CREATE TABLE backend(
      one INTEGER PRIMARY KEY CHECK (one = 1), url TEXT, owner TEXT, dialect TEXT,
      state TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(state))
    ) STRICT
    """,
    "INSERT INTO sync_state(one, device) VALUES (1, lower(hex(randomblob(4))))",
    "INSERT INTO backend(one) VALUES (1)",
  ]
}
