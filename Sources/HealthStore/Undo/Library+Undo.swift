import GRDB
import HealthModel

extension Library {
  /// Takes back the last change of the local day of `now`, of whatever kinds of records; called again, the one before it.
  /// - Throws: kind `.no` if there is nothing to undo today, or if an entry was changed since by something else.
  package func undo(at now: Moment) throws(StoreError) -> UndoneChange {
    try write { db in try UndoLog(db: db).undo(among: tables, at: now) }
  }

  /// The change that `undo` would take back: its title and the kinds of its records; `nil` = there is none today.
  package func lastChange(at now: Moment) throws(StoreError) -> (title: String, kinds: Set<String>)? {
    try read { db in
      let last = try Row.fetchOne(
        db, sql: "SELECT n, title FROM change WHERE day = ? ORDER BY n DESC LIMIT 1", arguments: [now.day.description])
      guard let last else { return nil }
      let kinds = try String.fetchAll(db, sql: "SELECT DISTINCT kind FROM change_row WHERE n = ?", arguments: [last.value("n") as Int64])
      return (try last.value("title"), Set(kinds))
    }
  }
}
