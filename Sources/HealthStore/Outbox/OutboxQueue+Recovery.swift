import BulkSQL
import GRDB

/// Recovery when this device's history and the backend's differ. Each step can be repeated after a kill.
extension OutboxQueue {
  /// Gives the device a new id and restarts the count of its pushes, because it was restored from a backup, or copied.
  /// Its own rows get that id, too.
  ///
  /// - Parameter device: The new id, lower-case hex.
  package func becomeDevice(_ device: String, backendState: String) throws(StoreError) {
    try library.write { db in
      try renameDevice(to: device, in: db)
      try OutboxQueue.remember(backendState, in: db)
    }
  }

  /// The part of `becomeDevice` that doesn't depend on the backend.
  func renameDevice(to device: String, in db: Database) throws {
    try db.execute(sql: "DELETE FROM in_flight")
    try renameRows(from: OutboxQueue.device(in: db), to: device, in: db)
    try db.execute(sql: "UPDATE sync_state SET device = ?1, push_no = 0", arguments: [device])
  }

  /// Continues the count of pushes after the backend's last one of this device, because the backend was restored from a
  /// backup, and starts a full pull.
  package func followServer(last: PushNumber, backendState: String) throws(StoreError) {
    try library.write { db in
      try db.execute(sql: "DELETE FROM in_flight")
      try db.execute(sql: "DELETE FROM snapshot_seen")
      try db.execute(sql: "UPDATE sync_state SET push_no = ?1, cursor = ''", arguments: [last.value])
      try OutboxQueue.remember(backendState, in: db)
    }
  }

  /// Starts a full pull.
  package func startSnapshot(backendState: String) throws(StoreError) {
    try library.write { db in
      try db.execute(sql: "DELETE FROM snapshot_seen")
      try db.execute(sql: "UPDATE sync_state SET cursor = ''")
      try OutboxQueue.remember(backendState, in: db)
    }
  }

  /// Everything is pulled: does what the snapshot was for. Returns how many records were offered again or forgotten.
  package func finishSnapshot(_ snapshot: Snapshot, backendState: String) throws(StoreError) -> Int {
    try library.write { db in
      var count = 0
      switch snapshot {
      case .none: break
      case .offersAgain:
        try db.execute(sql: offering(where: OutboxQueue.isAbsent))
        count = db.changesCount
      case .forgetsAbsent: count = try forgetAbsent(in: db)
      }
      try db.execute(sql: "DELETE FROM snapshot_seen")
      try OutboxQueue.remember(backendState, in: db)
      return count
    }
  }

  /// Makes the library belong to another backend: nothing in flight, no cursor, and every version, deletions too, is
  /// offered again.
  ///
  /// - Parameters:
  ///   - url: The backend's address.
  ///   - owner: The backend's id of the account. `nil` = not given.
  package func offerEverything(to url: String, owner: String?, dialect: String, backendState: String) throws(StoreError) {
    try library.write { db in
      try db.execute(sql: "DELETE FROM in_flight")
      try db.execute(sql: "DELETE FROM snapshot_seen")
      try db.execute(sql: "UPDATE sync_state SET push_no = 0, cursor = '', last_ok_at = NULL")
      try db.execute(sql: offering(where: "true"))
      try db.execute(sql: "UPDATE backend SET url = ?1, owner = ?2, dialect = ?3", arguments: [url, owner, dialect])
      try OutboxQueue.remember(backendState, in: db)
    }
  }
}

// MARK: - Inside the transaction

extension OutboxQueue {
  /// The backend has an older version than this device agreed on: it lost something, and gets it again.
  func offerAgain(_ change: SyncRecord, in db: Database) throws {
    try db.execute(sql: offering(where: "v.kind = ?1 AND v.id = ?2"), arguments: [change.kind, change.id])
  }

  static func markSeen(_ change: SyncRecord, in db: Database) throws {
    try db.cachedStatement(sql: "INSERT OR IGNORE INTO snapshot_seen(kind, id) VALUES (?1, ?2)").execute(arguments: [
      change.kind, change.id,
    ])
  }

  /// Puts versions back into the outbox under their own HLC, past the triggers. A dirty row keeps its own, newer one.
  private func offering(where condition: String) -> String {
    let lanes = library.tables.map { "WHEN '\($0.kind)' THEN (SELECT \($0.lane(of: "t")) FROM \($0.name) AS t WHERE t.\($0.key) = v.id)" }
    return """
      INSERT INTO outbox(kind, id, hlc, lane)
      SELECT v.kind, v.id, v.hlc, coalesce(CASE v.kind \(lanes.joined(separator: " ")) END, 1) FROM version AS v WHERE \(condition)
      ON CONFLICT(kind, id) DO NOTHING
      """
  }

  private static let isAbsent = "NOT EXISTS (SELECT 1 FROM snapshot_seen AS s WHERE s.kind = v.kind AND s.id = v.id)"

  /// Deletes records that the backend doesn't have any more because it has purged their deletion. Only records without
  /// an unsent edit; `samples` are pulled only on request, so that their absence has no meaning.
  private func forgetAbsent(in db: Database) throws -> Int {
    let absent = try Row.fetchAll(
      db,
      sql: """
        SELECT v.kind, v.id FROM version AS v WHERE \(OutboxQueue.isAbsent) AND v.hash IS NOT NULL AND v.kind <> '\(SampleChunks.table.kind)'
          AND NOT EXISTS (SELECT 1 FROM outbox AS o WHERE o.kind = v.kind AND o.id = v.id)
          AND NOT EXISTS (SELECT 1 FROM quarantine AS q WHERE q.kind = v.kind AND q.id = v.id)
        """)
    let tables = library.tables
    try db.execute(sql: "UPDATE sync_state SET applying = 1")
    for row in absent {
      let (kind, id): (String, String) = try (row.value(0), row.value(1))
      try tables.of(kind: kind)?.delete(id, in: db)
      try db.execute(sql: "DELETE FROM foreign_record WHERE kind = ?1 AND id = ?2", arguments: [kind, id])
      try db.execute(sql: "UPDATE version SET hash = NULL WHERE kind = ?1 AND id = ?2", arguments: [kind, id])
    }
    try db.execute(sql: "UPDATE sync_state SET applying = 0")
    return absent.count
  }
}
