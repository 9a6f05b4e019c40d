/// The triggers that put every change of a synced table into the outbox, whether it is made by hsync or in an `sqlite3`
/// shell.
extension SyncedTable {
  /// `CREATE TRIGGER` for insert, update and delete, each under a name of its own; each inserts into `OutboxEntry`'s view.
  ///
  /// While `sync_state.applying` is 1 they do nothing, because the written data comes from the backend.
  package var triggers: [String] { [insertTrigger, updateTrigger, deleteTrigger] }

  /// Their names.
  var triggerNames: [String] { ["inserted", "changed", "deleted"].map { "\(name)_\($0)" } }

  private var insertTrigger: String {
    """
    CREATE TRIGGER \(name)_inserted AFTER INSERT ON \(name)
    WHEN \(isEdit)\(isComplete)
    BEGIN
      INSERT INTO outbox_entry VALUES('\(kind)', NEW.\(key), \(lane(of: "NEW")));
    END
    """
  }

  /// A record that gets another id is a deletion of the old one, too.
  private var updateTrigger: String {
    let all = [key] + columns.map(\.name) + ["extra"]
    func row(_ name: String) -> String { "(\(all.map { "\(name).\($0)" }.joined(separator: ",")))" }
    return """
      CREATE TRIGGER \(name)_changed AFTER UPDATE ON \(name)
      WHEN \(isEdit)\(isComplete) AND \(row("OLD")) IS NOT \(row("NEW"))
      BEGIN
        INSERT INTO outbox_entry VALUES('\(kind)', NEW.\(key), \(lane(of: "NEW")));
        INSERT INTO outbox_entry SELECT '\(kind)', OLD.\(key), 0 WHERE OLD.\(key) IS NOT NEW.\(key);
      END
      """
  }

  private var deleteTrigger: String {
    """
    CREATE TRIGGER \(name)_deleted AFTER DELETE ON \(name)
    WHEN \(isEdit)
    BEGIN
      INSERT INTO outbox_entry VALUES('\(kind)', OLD.\(key), \(lane(of: "OLD")));
    END
    """
  }

  private var isEdit: String { "(SELECT applying FROM sync_state) = 0" }

  private var isComplete: String { completed.map { " AND NEW.\($0) IS NOT NULL" }.joined() }
}
