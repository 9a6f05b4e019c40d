/// The view through which triggers put records into the outbox: `INSERT INTO outbox_entry(kind, id, at)` takes the next HLC for the record
/// (`docs/schema.md`), ends its quarantine, and makes or renews its entry in the lane of `at`, the record's day or time (`LaneSQL`).
///
/// While `sync_state.applying` is 1 it does nothing, because the written data comes from the backend.
///
/// The rule is in the file once, not in the three triggers of each synced table: SQLite parses the whole schema at each start of a program, and a trigger
/// costs more than a table.
enum OutboxEntry {
  /// The names of its objects in the schema.
  static let names: Set<String> = ["outbox_entry", "outbox_entry_added"]

  /// Creates it where it is missing.
  ///
  /// The HLC is larger than any that this file has seen for the record, and never less than the wall clock's milliseconds << 16. A record's own entry in
  /// the outbox is never above `sync_state.hlc`, so that it needn't be checked.
  static let creation = [
    "CREATE VIEW IF NOT EXISTS outbox_entry AS SELECT kind, id, NULL AS at FROM outbox",
    """
    CREATE TRIGGER IF NOT EXISTS outbox_entry_added INSTEAD OF INSERT ON outbox_entry
    WHEN (SELECT applying FROM sync_state) = 0
    BEGIN
      UPDATE sync_state SET hlc = max(\(ClockSQL.next(after: "hlc")), \(ClockSQL.now), \(known));
      DELETE FROM quarantine WHERE kind = NEW.kind AND id = NEW.id;
      INSERT INTO outbox(kind, id, hlc, lane) SELECT NEW.kind, NEW.id, hlc, \(LaneSQL.lane(ofEither: "NEW.at")) FROM sync_state WHERE true
        ON CONFLICT(kind, id) DO UPDATE SET hlc = excluded.hlc, lane = excluded.lane;
    END
    """,
  ]

  /// SQL for the versions that follow the agreed and the rejected one of the record.
  private static let known = ["version", "quarantine"].map { ClockSQL.next(afterThatIn: $0, kind: "NEW.kind", id: "NEW.id") }
    .joined(separator: ", ")
}
