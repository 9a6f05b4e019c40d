import GRDB
import HealthModel

/// Rows that bear this device's id in their own: what it computed of the days, weighed by import, and chunks of samples.
///
/// Under another device id they are other records: the new one is put, the old one deleted. Both keep the version that they had, so that
/// the last writer wins as ever: what the backend has of the old name and is newer than this library survives, and comes back.
extension OutboxQueue {
  func renameRows(from old: String, to new: String, in db: Database) throws {
    try db.execute(sql: "UPDATE sync_state SET applying = 1")
    let names: StatementArguments = ["old": old, "new": new]
    let tables = (library.tables + [SampleChunks.table]).compactMap(OwnRows.init)
    for rows in tables {
      try db.execute(sql: rows.offering, arguments: names)
      try db.execute(sql: rows.deleting, arguments: ["old": old])
      try db.execute(sql: rows.releasing, arguments: ["old": old])
      try db.execute(sql: rows.renaming, arguments: names)
      try db.execute(sql: rows.deriving, arguments: names)
    }
    try db.execute(sql: "UPDATE sync_state SET applying = 0, hlc = max(hlc, coalesce((SELECT max(hlc) FROM outbox), 0))")
  }
}

/// Those of one table, as SQL. `:old` and `:new` are device ids.
private struct OwnRows {
  let table: SyncedTable
  /// Whether `t` is such a row.
  let condition: String
  /// Its id under the new name.
  let renamed: String

  /// `nil` for a table whose ids name no device.
  init?(_ table: SyncedTable) {
    guard let place = table.deviceInID else { return nil }
    self.table = table
    switch place {
    case .behindDay: (condition, renamed) = ("t.id = t.day || '/' || :old", "t.day || '/' || :new")
    case .first: (condition, renamed) = ("substr(t.id, 1, length(:old) + 1) = :old || '/'", ":new || substr(t.id, length(:old) + 1)")
    }
  }

  /// The new names wait in the outbox.
  var offering: String {
    """
    INSERT INTO outbox(kind, id, hlc, lane) SELECT '\(table.kind)', \(renamed), \(version), \(table.lane(of: "t"))
    FROM \(table.name) AS t WHERE \(condition)
    """
  }

  /// The old names wait as deletions of the version that was here.
  var deleting: String {
    """
    INSERT INTO outbox(kind, id, hlc, lane) SELECT '\(table.kind)', t.id, min(\(version), \(RecordClock.ceiling)) + 1, \(table.lane(of: "t"))
    FROM \(table.name) AS t WHERE \(condition)
    ON CONFLICT(kind, id) DO UPDATE SET hlc = excluded.hlc
    """
  }

  var releasing: String {
    "DELETE FROM quarantine WHERE kind = '\(table.kind)' AND id IN (SELECT t.id FROM \(table.name) AS t WHERE \(condition))"
  }

  var renaming: String { "UPDATE \(table.name) AS t SET id = \(renamed) WHERE \(condition)" }

  /// The same in the list of what this device computed.
  var deriving: String { "UPDATE derived AS t SET id = \(renamed) WHERE kind = '\(table.kind)' AND \(condition)" }

  /// The largest HLC that is known of a row.
  private var version: String {
    let known = ["outbox", "version", "quarantine"].map {
      "coalesce((SELECT hlc FROM \($0) WHERE kind = '\(table.kind)' AND id = t.id), 0)"
    }
    return "coalesce(nullif(max(\(known.joined(separator: ", "))), 0), (SELECT hlc FROM sync_state))"
  }
}
