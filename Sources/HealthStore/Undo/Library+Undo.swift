import HealthModel

extension Library {
  /// Takes back the last change of the local day of `now`, of whatever kinds of records; called again, the one before it.
  /// - Throws: kind `.no` if there is nothing to undo today, or if an entry was changed since by something else.
  package func undo(at now: Moment) throws(StoreError) -> UndoneChange {
    try write { db in try UndoLog(db: db).undo(among: tables, at: now) }
  }
}
