/// The triggers that put every change of a synced table into the outbox, whether it is made by hsync or in an `sqlite3`
/// shell.
extension SyncedTable {
  /// `CREATE TRIGGER` for insert, update and delete, each under a name of its own; each inserts into `OutboxEntry`'s view, which decides about the rest.
  package var triggers: [String] { [insertTrigger, updateTrigger, deleteTrigger] }

  /// Their names.
  var triggerNames: [String] { ["inserted", "changed", "deleted"].map { "\(name)_\($0)" } }

  private var insertTrigger: String {
    """
    CREATE TRIGGER \(name)_inserted AFTER INSERT ON \(name)\(when(isComplete))
    BEGIN
      INSERT INTO outbox_entry VALUES('\(kind)', NEW.\(key), \(at(of: "NEW")));
    END
    """
  }

  /// A record that gets another id is a deletion of the old one, too.
  private var updateTrigger: String {
    let all = [key] + columns.map(\.name) + ["extra"]
    func row(_ name: String) -> String { "(\(all.map { "\(name).\($0)" }.joined(separator: ",")))" }
    return """
      CREATE TRIGGER \(name)_changed AFTER UPDATE ON \(name)\(when(isComplete + ["\(row("OLD")) IS NOT \(row("NEW"))"]))
      BEGIN
        INSERT INTO outbox_entry VALUES('\(kind)', NEW.\(key), \(at(of: "NEW")));
        INSERT INTO outbox_entry SELECT '\(kind)', OLD.\(key), NULL WHERE OLD.\(key) IS NOT NEW.\(key);
      END
      """
  }

  private var deleteTrigger: String {
    """
    CREATE TRIGGER \(name)_deleted AFTER DELETE ON \(name)
    BEGIN
      INSERT INTO outbox_entry VALUES('\(kind)', OLD.\(key), \(at(of: "OLD")));
    END
    """
  }

  private var isComplete: [String] { completed.map { "NEW.\($0) IS NOT NULL" } }

  /// `WHEN` on a line of its own; nothing without conditions.
  private func when(_ conditions: [String]) -> String { conditions.isEmpty ? "" : "\nWHEN \(conditions.joined(separator: " AND "))" }
}
