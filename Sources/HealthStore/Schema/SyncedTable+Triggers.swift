/// The triggers that put every change of a synced table into the outbox, whether it is made by hsync or in an `sqlite3`
/// shell.
extension SyncedTable {
  /// `CREATE TRIGGER` for insert, update and delete, each under a name of its own.
  ///
  /// Each takes the next HLC (`docs/schema.md`): larger than any this file has seen for the record, and never less than
  /// the wall clock's milliseconds << 16. While `sync_state.applying` is 1 they do nothing, because the written data
  /// comes from the backend.
  package var triggers: [String] { [insertTrigger, updateTrigger, deleteTrigger] }

  /// `DROP TRIGGER IF EXISTS` for the same, for a migration that makes them again.
  package var droppedTriggers: [String] { triggerNames.map { "DROP TRIGGER IF EXISTS \($0)" } }

  /// Their names.
  var triggerNames: [String] { ["inserted", "changed", "deleted"].map { "\(name)_\($0)" } }

  private var insertTrigger: String {
    """
    CREATE TRIGGER \(name)_inserted AFTER INSERT ON \(name)
    WHEN (SELECT applying FROM sync_state) = 0\(isComplete)
    BEGIN
      \(nextHLC(over: "NEW.\(key)"))
      DELETE FROM quarantine WHERE kind = '\(kind)' AND id = NEW.\(key);
      \(mark("NEW"))
    END
    """
  }

  private var updateTrigger: String {
    let all = [key] + columns.map(\.name) + ["extra"]
    let changed = all.map { "OLD.\($0) IS NOT NEW.\($0)" }.joined(separator: " OR ")
    return """
      CREATE TRIGGER \(name)_changed AFTER UPDATE ON \(name)
      WHEN (SELECT applying FROM sync_state) = 0\(isComplete) AND (\(changed))
      BEGIN
        \(nextHLC(over: "NEW.\(key)"))
        UPDATE sync_state SET hlc = max(hlc, \(known("OLD.\(key)"))) WHERE OLD.\(key) IS NOT NEW.\(key);
        DELETE FROM quarantine WHERE kind = '\(kind)' AND id IN (NEW.\(key), OLD.\(key));
        \(mark("NEW"))
        INSERT INTO outbox(kind, id, hlc, lane) SELECT '\(kind)', OLD.\(key), hlc, 0 FROM sync_state WHERE OLD.\(key) IS NOT NEW.\(key)
          ON CONFLICT(kind, id) DO UPDATE SET hlc = excluded.hlc, lane = excluded.lane;
      END
      """
  }

  private var deleteTrigger: String {
    """
    CREATE TRIGGER \(name)_deleted AFTER DELETE ON \(name)
    WHEN (SELECT applying FROM sync_state) = 0
    BEGIN
      \(nextHLC(over: "OLD.\(key)"))
      DELETE FROM quarantine WHERE kind = '\(kind)' AND id = OLD.\(key);
      \(mark("OLD"))
    END
    """
  }

  /// Raises `sync_state.hlc` above itself, the clock and the known versions of the record. A record's own outbox entry
  /// is never above `sync_state.hlc`, so that it needn't be checked.
  private func nextHLC(over id: String) -> String {
    """
    UPDATE sync_state SET hlc = max(\(ClockSQL.next(after: "hlc")), \(ClockSQL.now),
        \(known(id)));
    """
  }

  /// Returns SQL for the versions that follow the agreed and the rejected one of the record.
  private func known(_ id: String) -> String {
    ["version", "quarantine"].map { ClockSQL.next(afterThatIn: $0, kind: "'\(kind)'", id: id) }.joined(separator: ",\n        ")
  }

  /// Puts the row called `row` (NEW or OLD) into the outbox under the HLC just made.
  private func mark(_ row: String) -> String {
    """
    INSERT INTO outbox(kind, id, hlc, lane) SELECT '\(kind)', \(row).\(key), hlc, \(lane(of: row)) FROM sync_state WHERE true
        ON CONFLICT(kind, id) DO UPDATE SET hlc = excluded.hlc, lane = excluded.lane;
    """
  }

  private var isComplete: String { completed.map { " AND NEW.\($0) IS NOT NULL" }.joined() }
}
