import BulkSQL
import FoundationEssentials
import GRDB
import HealthModel

extension OutboxQueue {
  /// The result of applying a page of changes.
  package struct Pulled: Sendable, Equatable {
    /// Records that changed here.
    package var applied = 0
    /// Records of unknown kinds or shapes; they are kept.
    package var foreign = 0
    /// Local edits that a newer version replaced; they are kept in `conflict`.
    package var conflicts = 0
  }

  /// The snapshot that a page belongs to.
  package enum Snapshot: Sendable, Equatable {
    /// No snapshot: only what changed.
    case none
    /// Everything the backend has; what it hasn't is offered again. A record that is newer here is offered at once.
    case offersAgain
    /// Everything the backend has; what it hasn't is forgotten.
    case forgetsAbsent
  }

  /// Applies a page of changes, newer versions only, and moves the cursor.
  ///
  /// - Parameters:
  ///   - cursor: The start of the next page.
  ///   - backendState: The new state of the backend.
  ///   - atMs: Now, in milliseconds since 1970.
  package func apply(_ changes: [SyncRecord], cursor: String, snapshot: Snapshot, backendState: String, atMs: Int64) throws(StoreError)
    -> Pulled
  {
    try library.write { db in
      var result = Pulled()
      var applier = try Applier(db, library.tables, atMs: atMs)
      for change in changes {
        switch try applier.apply(change) {
        case .applied(let hasConflict):
          result.applied += 1
          if hasConflict { result.conflicts += 1 }
        case .kept(let hasConflict):
          result.foreign += 1
          if hasConflict { result.conflicts += 1 }
        case .older where snapshot == .offersAgain: try offerAgain(change, in: db)
        case .older, .same: break
        }
        if snapshot != .none { try OutboxQueue.markSeen(change, in: db) }
      }
      try applier.finish()
      try db.execute(sql: "UPDATE sync_state SET cursor = ?1", arguments: [cursor])
      try OutboxQueue.remember(backendState, in: db)
      return result
    }
  }
}

/// Writes versions from the backend into the tables, past the triggers. Lives inside one write transaction.
struct Applier {
  /// The result of applying a version.
  enum Outcome {
    /// It is in its row now; whether a local edit was lost.
    case applied(hasConflict: Bool)
    /// This hsync can't read it; it is in `foreign_record` now.
    case kept(hasConflict: Bool)
    /// It is the version that is here.
    case same
    /// The local version is newer.
    case older
  }

  private let db: Database
  private let tables: [SyncedTable]
  private let device: String
  private let atMs: Int64
  private let lookUp: Statement
  private var largest: Int64 = 0

  /// Begins: the triggers are asleep until `finish`. A transaction that is rolled back wakes them, too.
  init(_ db: Database, _ tables: [SyncedTable], atMs: Int64) throws {
    self.db = db
    self.tables = tables
    self.atMs = atMs
    device = try OutboxQueue.device(in: db)
    lookUp = try db.cachedStatement(
      sql: """
        SELECT (SELECT hlc FROM outbox WHERE kind = ?1 AND id = ?2), (SELECT hlc FROM quarantine WHERE kind = ?1 AND id = ?2),
          (SELECT hlc FROM version WHERE kind = ?1 AND id = ?2), (SELECT dev FROM version WHERE kind = ?1 AND id = ?2)
        """)
    try db.execute(sql: "UPDATE sync_state SET applying = 1")
  }

  /// Ends: the device's clock is at least what was applied, as far as that may set it.
  func finish() throws {
    try db.execute(
      sql: "UPDATE sync_state SET applying = 0, hlc = max(hlc, ?1)", arguments: [min(largest, RecordClock.farthest(atMs: atMs))])
  }

  /// Applies a version if it is larger than the record's local one.
  mutating func apply(_ winner: SyncRecord) throws -> Outcome {
    let local = try local(winner.kind, winner.id)
    let version = (winner.hlc, winner.dev ?? device)
    if version == local.version { return .same }
    guard version > local.version else { return .older }
    return try write(winner, over: local)
  }

  /// Settles a record that was sent and lost against a newer one. Returns whether a local edit was lost.
  mutating func settle(_ sent: SyncRecord, supersededBy winner: SyncRecord) throws -> Bool {
    let local = try local(sent.kind, sent.id)
    guard local.outbox == sent.hlc else {
      // Edited since, or settled already: the usual comparison decides.
      guard winner.content != .withheld, case .applied(true) = try apply(winner) else { return false }
      return true
    }
    if winner.content == .withheld {
      // The pull that follows brings the winner; with the entry gone, nothing here is larger.
      try keepLost(winner, json: liveJSON(winner.kind, winner.id))
      try forget("outbox", winner.kind, winner.id)
      return true
    }
    switch try write(winner, over: local) {
    case .applied(let hasConflict), .kept(let hasConflict): return hasConflict
    case .same, .older: return false
    }
  }

  /// Writes a version into its row, whatever is there.
  mutating func write(_ version: SyncRecord) throws -> Outcome {
    try write(version, over: Local(outbox: nil, version: (0, ""), isDirty: false))
  }

  // MARK: Private

  private struct Local {
    /// The HLC of its outbox entry. `nil` = not waiting.
    var outbox: Int64?
    /// The largest of outbox, quarantine and version.
    var version: (Int64, String)
    /// Whether there is an edit that the backend hasn't got.
    var isDirty: Bool
  }

  private func local(_ kind: String, _ id: String) throws -> Local {
    guard let row = try Row.fetchOne(lookUp, arguments: [kind, id]) else { return Local(outbox: nil, version: (0, ""), isDirty: false) }
    let (outbox, quarantine, agreed): (Int64?, Int64?, Int64?) = try (row.value(0), row.value(1), row.value(2))
    let dev: String = try row.value(3) ?? ""
    var version = (agreed ?? 0, dev)
    for edit in [outbox, quarantine].compactMap({ $0 }) where edit != agreed { version = max(version, (edit, device), by: <) }
    return Local(outbox: outbox, version: version, isDirty: quarantine != nil || (outbox != nil && outbox != agreed))
  }

  /// Writes a version into its row, replacing any other, and records it as agreed; the record is removed from the
  /// outbox and the quarantine.
  ///
  /// - Parameter local: The local version. An unsynced edit is kept in `conflict`, and so is an event of this device that another one
  ///   recorded as well.
  private mutating func write(_ winner: SyncRecord, over local: Local) throws -> Outcome {
    let (kind, id) = (winner.kind, winner.id)
    let table = tables.of(kind: kind)
    let isOwnEvent = table?.eventTime != nil && local.version.1 == device && winner.dev.map { $0 != device } ?? false
    let before = local.isDirty || isOwnEvent ? try liveJSON(kind, id) : nil
    for name in ["outbox", "quarantine", "foreign_record"] { try forget(name, kind, id) }
    var isKept = false
    if case .put(let text) = winner.content {
      isKept = try !(table?.apply(text, to: id, in: db) ?? false)
      if isKept { try keepForeign(winner, json: text) }
    } else {
      try table?.delete(id, in: db)
    }
    let after = isKept ? winner.content : try liveJSON(kind, id).map(SyncRecord.Content.put) ?? .deleted
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO version(kind, id, hlc, dev, hash) VALUES (?1, ?2, ?3, ?4, ?5)")
      .execute(arguments: [kind, id, winner.hlc, winner.dev ?? device, OutboxQueue.hash(of: after).map { Data($0) }])
    largest = max(largest, winner.hlc)
    // A computed record can't conflict: no user edited it.
    let isReplaced = after != (before.map(SyncRecord.Content.put) ?? .deleted)
    let isLost = local.isDirty || isOwnEvent && Applier.differs(before, after, in: table?.eventTime)
    let hasConflict = isLost && table?.isComputed != true && isReplaced
    if hasConflict { try keepLost(winner, json: before) }
    return isKept ? .kept(hasConflict: hasConflict) : .applied(hasConflict: hasConflict)
  }

  /// Whether two contents of a record have another time of their event. `false` when one of them is none.
  private static func differs(_ before: String?, _ after: SyncRecord.Content, in column: String?) -> Bool {
    guard let column, case .put(let text) = after, let before, let old = try? JSON(parsing: before)[column].int,
      let new = try? JSON(parsing: text)[column].int
    else { return false }
    return old != new
  }

  /// Returns the current local JSON of the record, of any kind. `nil` = there is none.
  private func liveJSON(_ kind: String, _ id: String) throws -> String? {
    if let json = try tables.of(kind: kind)?.json(of: id, in: db) { return json }
    return try String.fetchOne(
      db.cachedStatement(sql: "SELECT json FROM foreign_record WHERE kind = ?1 AND id = ?2"), arguments: [kind, id])
  }

  private func forget(_ table: String, _ kind: String, _ id: String) throws {
    try db.cachedStatement(sql: "DELETE FROM \(table) WHERE kind = ?1 AND id = ?2").execute(arguments: [kind, id])
  }

  private func keepForeign(_ record: SyncRecord, json: String) throws {
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO foreign_record(kind, id, hlc, dev, json) VALUES (?1, ?2, ?3, ?4, ?5)")
      .execute(arguments: [record.kind, record.id, record.hlc, record.dev ?? device, json])
  }

  private func keepLost(_ winner: SyncRecord, json: String?) throws {
    try db.cachedStatement(sql: "INSERT INTO conflict(kind, id, lost_json, won_hlc, won_dev, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
      .execute(arguments: [winner.kind, winner.id, json, winner.hlc, winner.dev ?? device, atMs])
  }
}

private func max(_ a: (Int64, String), _ b: (Int64, String), by isLess: ((Int64, String), (Int64, String)) -> Bool) -> (Int64, String) {
  isLess(a, b) ? b : a
}
