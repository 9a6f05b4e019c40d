import BulkSQL
import FoundationEssentials
import GRDB
import HealthModel

/// Finds faults in a library's sync state and schema, and puts them right.
package struct LibraryRepair {
  private let library: Library
  private let nowMs: Int64
  private let isReadable: (OutboxQueue.StoredFlight) -> Bool

  /// - Parameters:
  ///   - nowMs: Now, in milliseconds since 1970.
  ///   - isReadable: Whether a body in flight can be sent again, which depends on its dialect.
  package init(_ library: Library, nowMs: Int64, isReadable: @escaping (OutboxQueue.StoredFlight) -> Bool) {
    self.library = library
    self.nowMs = nowMs
    self.isReadable = isReadable
  }

  /// The faults there are now. Changes nothing.
  package func faults() throws(StoreError) -> [SyncFault] { try library.read { db in try faults(in: db) } }

  /// Repairs everything that `faults` finds, in one transaction. The caller must prevent syncs.
  ///
  /// - Parameter keep: Receives the data to be replaced, as one JSON document, before anything changes; throws if it
  ///   can't be saved.
  /// - Returns: The faults.
  package func repair(keep: (JSON) throws -> Void) throws(StoreError) -> [SyncFault] {
    try library.write { db in
      let faults = try faults(in: db)
      guard !faults.isEmpty else { return faults }
      try keep(.object([("at_ms", JSON(nowMs)), ("replaced", .array(try faults.map { try replaced($0, in: db) }))]))
      try fitState(in: db)
      for fault in faults { try repair(fault, in: db) }
      return faults
    }
  }

  // MARK: - Finding

  private var farthest: Int64 { RecordClock.farthest(atMs: nowMs) }

  private static let versions = ["version", "outbox", "quarantine", "foreign_record"]

  private func faults(in db: Database) throws -> [SyncFault] {
    var faults: [SyncFault] = []
    let state = try Row.fetchOne(db, sql: "SELECT push_no, cursor, hlc, device FROM sync_state")
    // A value that isn't of its column's type is as wrong as one beyond its bounds.
    if let state {
      if let fault = try clock((try? state.value("hlc")) ?? .max, in: db) { faults.append(fault) }
      if !RecordID.isDevice((try? state.value("device")) ?? "") { faults.append(.device) }
      if PushNumber((try? state.value("push_no")) ?? -1) == nil { faults.append(.pushNumber) }
      if !SyncCursor.isUsable((try? state.value("cursor")) ?? "\u{0}") { faults.append(.cursor) }
    }
    if try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM in_flight)") ?? false {
      let flight = try? OutboxQueue.StoredFlight(in: db)
      if flight.map(isReadable) != true { faults.append(.flight) }
    }
    let misfits = try DamagedRow.misfits(of: library.tables, in: db)
    if !misfits.isEmpty { faults.append(.misfits(misfits)) }
    let unreadable = try DamagedRow.unreadable(of: library.tables, in: db)
    if !unreadable.isEmpty { faults.append(.unreadable(unreadable)) }
    let difference = try LibraryShape.difference(of: db, version: Schema.version)
    if !difference.foreign.isEmpty { faults.append(.foreign(difference.foreign)) }
    if !difference.missing.isEmpty { faults.append(.missing(difference.missing)) }
    return faults
  }

  private func clock(_ own: Int64, in db: Database) throws -> SyncFault? {
    var (most, records) = (own, 0)
    for table in LibraryRepair.versions {
      let row = try Row.fetchOne(db, sql: "SELECT count(*), max(hlc) FROM \(table) WHERE hlc > ?1", arguments: [farthest])
      records += try row?.value(0) ?? 0
      most = try max(most, row?.value(1) ?? 0)
    }
    guard most > farthest else { return nil }
    return .clock(aheadMs: most >> 16 - nowMs, records: records)
  }

  /// The rows and SQL that a repair replaces.
  private func replaced(_ fault: SyncFault, in db: Database) throws -> JSON {
    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> JSON {
      .array(try Row.fetchAll(db, sql: sql, arguments: arguments).map(LibraryRepair.json))
    }
    switch fault {
    case .clock:
      let tables = try LibraryRepair.versions.map { table in
        (table, try rows("SELECT kind, id, hlc FROM \(table) WHERE hlc > ?1 ORDER BY kind, id", [farthest]))
      }
      return .object([("fault", .string("clock")), ("sync_state", try rows("SELECT hlc FROM sync_state"))] + tables)
    case .device: return .object([("fault", .string("device")), ("sync_state", try rows("SELECT device FROM sync_state"))])
    case .pushNumber: return .object([("fault", .string("push_number")), ("sync_state", try rows("SELECT push_no FROM sync_state"))])
    case .cursor: return .object([("fault", .string("cursor")), ("sync_state", try rows("SELECT cursor FROM sync_state"))])
    case .flight:
      return .object([
        ("fault", .string("flight")), ("in_flight", try rows("SELECT push_no, hex(sha) AS sha, hex(body) AS body, count FROM in_flight")),
      ])
    case .unreadable(let rows): return .object([("fault", .string("unreadable")), ("rows", try contents(of: rows, in: db))])
    case .misfits(let rows): return .object([("fault", .string("misfits")), ("rows", try contents(of: rows, in: db))])
    case .foreign(let names):
      let sql = "SELECT type, name, sql FROM sqlite_schema WHERE name IN (\(names.map { _ in "?" }.joined(separator: ", "))) ORDER BY name"
      return .object([("fault", .string("foreign")), ("schema", try rows(sql, StatementArguments(names)))])
    case .missing(let names): return .object([("fault", .string("missing")), ("schema", .array(names.map(JSON.string)))])
    }
  }

  private func contents(of rows: [DamagedRow], in db: Database) throws -> JSON {
    .array(
      try rows.map { row in
        .object([("kind", .string(row.kind)), ("row", try row.contents(among: library.tables, in: db).map(LibraryRepair.json) ?? .null)])
      })
  }

  private static func json(_ row: Row) -> JSON {
    .object(
      row.map { column, value in
        switch value.storage {
        case .int64(let number): (column, .string(String(number)))
        case .double(let number): (column, JSON(number))
        case .string(let text): (column, .string(text))
        case .null, .blob: (column, .null)
        }
      })
  }

  // MARK: - Repairing

  /// Brings the values of `sync_state` to their columns' types: else no column of it could be changed.
  private func fitState(in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE sync_state SET device = iif(typeof(device) = 'text' AND device <> '' AND device NOT GLOB '*[^0-9a-f]*', device, '00'),
          push_no = iif(typeof(push_no) = 'integer', push_no, 0),
          cursor = iif(typeof(cursor) = 'text', cursor, ''), hlc = iif(typeof(hlc) = 'integer', hlc, 0), applying = 0,
          last_ok_at = iif(typeof(last_ok_at) = 'integer', last_ok_at, NULL)
        WHERE (typeof(device), typeof(push_no), typeof(cursor), typeof(hlc), typeof(applying))
            <> ('text', 'integer', 'text', 'integer', 'integer') OR typeof(last_ok_at) NOT IN ('integer', 'null')
        """)
  }

  private func repair(_ fault: SyncFault, in db: Database) throws {
    switch fault {
    case .clock: try repairClock(in: db)
    case .device:
      try OutboxQueue(library).renameDevice(to: Hexadecimal.text((0..<4).map { _ in UInt8.random(in: 0...255) }), in: db)
    // A backend that knows more pushes says so, and the device goes on under a new name (`device_rewound`).
    case .pushNumber: try db.execute(sql: "UPDATE sync_state SET push_no = 0")
    case .cursor: try db.execute(sql: "UPDATE sync_state SET cursor = ''")
    // Its records are in the outbox still, and are taken once under whatever number.
    case .flight: try db.execute(sql: "DELETE FROM in_flight")
    case .unreadable(let rows): for row in rows { try row.mend(among: library.tables, in: db) }
    case .misfits(let rows): try DamagedRow.remove(rows, among: library.tables, in: db)
    case .foreign(let names):
      for name in names {
        let type = try String.fetchOne(db, sql: "SELECT type FROM sqlite_schema WHERE name = ?1", arguments: [name])
        if type == "trigger" || type == "view" || type == "index" {
          try db.execute(sql: "DROP \(type ?? "") \(name.quotedDatabaseIdentifier)")
        }
      }
      try makeMissing(in: db)
    case .missing: try makeMissing(in: db)
    }
  }

  /// Replaces every version beyond `farthest` by one of now: the same for all agreed versions, one above that for
  /// queued ones, in their order.
  private func repairClock(in db: Database) throws {
    let base = min(max(nowMs, 0), RecordClock.latest >> 16) << 16
    var next = base + 1
    let waiting = try Row.fetchAll(
      db,
      sql: """
        SELECT o.kind, o.id, o.hlc, v.hlc IS o.hlc FROM outbox AS o LEFT JOIN version AS v ON v.kind = o.kind AND v.id = o.id
        WHERE o.hlc > ?1 OR v.hlc > ?1 ORDER BY o.hlc
        """, arguments: [farthest])
    for row in waiting {
      // Offering a record again isn't an edit: it keeps the agreed version.
      let isOffered: Bool = try row.value(3)
      let new = isOffered ? base : next
      if !isOffered { next += 1 }
      let (kind, id, old): (String, String, Int64) = try (row.value(0), row.value(1), row.value(2))
      try db.execute(sql: "UPDATE outbox SET hlc = ?3 WHERE kind = ?1 AND id = ?2", arguments: [kind, id, new])
      try db.execute(
        sql: "UPDATE foreign_record SET hlc = ?3 WHERE kind = ?1 AND id = ?2 AND hlc = ?4", arguments: [kind, id, new, old])
    }
    try db.execute(sql: "UPDATE quarantine SET hlc = ?2 WHERE hlc > ?1", arguments: [farthest, next])
    for table in ["version", "foreign_record"] {
      try db.execute(sql: "UPDATE \(table) SET hlc = ?2 WHERE hlc > ?1", arguments: [farthest, base])
    }
    // Never below an entry of the outbox, which the triggers count on.
    try db.execute(
      sql: """
        UPDATE sync_state SET hlc = max(?1, coalesce((SELECT max(hlc) FROM outbox), 0), coalesce((SELECT max(hlc) FROM quarantine), 0))
        """, arguments: [next])
  }

  /// Makes what of hsync's own triggers, views and indexes isn't there.
  private func makeMissing(in db: Database) throws {
    let model = try DatabaseQueue()
    try Schema.migrator.migrate(model)
    let ours = try model.read { db in
      try Row.fetchAll(db, sql: "SELECT name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view', 'index') AND sql IS NOT NULL")
        .map { try (name: $0.value(0) as String, sql: $0.value(1) as String) }
    }
    let there = Set(try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema"))
    for object in ours where !there.contains(object.name) { try db.execute(sql: object.sql) }
  }
}
