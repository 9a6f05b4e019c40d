/// The tables of the notifier; of this computer alone, never synced.
enum NoticeSchema {
  /// The statements of version 8, in order. `notice_delivery.n` is the order in which states were kept.
  static let version8: [String] = [
    """
    CREATE TABLE notice(
      id TEXT NOT NULL PRIMARY KEY, source TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('planned', 'shown', 'missed', 'cancelled')), fire_at_ms INTEGER NOT NULL,
      not_after_ms INTEGER NOT NULL, planned_at_ms INTEGER NOT NULL, ended_at_ms INTEGER, reason TEXT,
      wanted TEXT NOT NULL CHECK (json_valid(wanted))
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX notice_by_state ON notice(state, fire_at_ms)",
    """
    CREATE TABLE notice_delivery(
      n INTEGER PRIMARY KEY, notice TEXT NOT NULL, way TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('started', 'delivered', 'failed', 'unknown', 'expired')), attempts INTEGER NOT NULL,
      at_ms INTEGER NOT NULL, retry_after_ms INTEGER NOT NULL, reason TEXT, UNIQUE (notice, way)
    ) STRICT
    """,
    """
    CREATE TABLE notice_rest(
      way TEXT NOT NULL PRIMARY KEY, failures INTEGER NOT NULL, since_ms INTEGER NOT NULL, delay_ms INTEGER NOT NULL, reason TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
  ]
}
