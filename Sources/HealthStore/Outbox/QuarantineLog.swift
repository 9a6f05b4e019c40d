import BulkSQL
import GRDB
import HealthModel

/// The records that the backend rejected, and the two ways out of the quarantine, besides an edit of the record.
package struct QuarantineLog: Sendable {
  private let library: Library

  /// The quarantine of a library.
  package init(_ library: Library) { self.library = library }

  /// A rejected record.
  package struct Entry: Sendable, Equatable {
    /// The local contents of the record.
    package enum Content: Sendable, Equatable {
      /// This JSON object, as compact text.
      case put(String)
      /// Its deletion was rejected.
      case deleted
      /// A column contains a value that JSON can't represent, which only another program can have put there.
      case unreadable
    }

    package let kind: String
    package let id: String
    /// The rejected version.
    package let hlc: Int64
    /// The machine-readable reason: `range`.
    package let code: String
    /// The reason for display: `energy_kcal is -5`.
    package let message: String
    /// The time of the rejection, in milliseconds since 1970.
    package let atMs: Int64
    /// Its local contents.
    package let content: Content
    /// Whether the backend accepted an earlier version of it, as far as this library knows.
    package let isKnownToBackend: Bool

    /// Whether it is a chunk of samples, which stay in the library in any case.
    package var isSamples: Bool { kind == SampleChunks.table.kind }
  }

  /// All of them, the latest first.
  package func entries() throws(StoreError) -> [Entry] {
    try library.read { db in
      let rows = try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT q.kind, q.id, q.hlc, q.code, q.message, q.at,
              EXISTS (SELECT 1 FROM version AS v WHERE v.kind = q.kind AND v.id = q.id AND v.hash IS NOT NULL) AS known
            FROM quarantine AS q ORDER BY q.at DESC, q.kind, q.id
            """))
      return try rows.map { row in
        try Entry(
          kind: row.value("kind"), id: row.value("id"), hlc: row.value("hlc"), code: row.value("code"), message: row.value("message"),
          atMs: row.value("at"),
          content: content(of: row.value("kind"), row.value("id"), hlc: row.value("hlc"), in: db),
          isKnownToBackend: row.value("known"))
      }
    }
  }

  /// Puts records back into the outbox under a new HLC, as an edit would. A record edited since is in the outbox
  /// already.
  ///
  /// - Returns: The number of records put back.
  package func retry(_ entries: [Entry]) throws(StoreError) -> Int {
    try library.write { db in
      try entries.filter { entry in
        guard try QuarantineLog.release(entry, in: db) else { return false }
        try db.execute(
          sql: """
            UPDATE sync_state SET hlc = max(\(ClockSQL.next(after: "hlc")), \(ClockSQL.now), \(ClockSQL.next(after: "?3")),
              \(ClockSQL.next(afterThatIn: "version", kind: "?1", id: "?2")))
            """, arguments: [entry.kind, entry.id, entry.hlc])
        // A record of a kind that this hsync can't read is sent unchanged, but only under the version that its text belongs to.
        try db.execute(
          sql: """
            UPDATE foreign_record SET (hlc, dev) = (SELECT hlc, device FROM sync_state) WHERE kind = ?1 AND id = ?2 AND hlc = ?3
            """, arguments: [entry.kind, entry.id, entry.hlc])
        try db.execute(
          sql: """
            INSERT INTO outbox(kind, id, hlc, lane) SELECT ?1, ?2, hlc, \(lane(of: entry.kind))
            FROM sync_state WHERE true
            ON CONFLICT(kind, id) DO UPDATE SET hlc = excluded.hlc, lane = excluded.lane
            """, arguments: [entry.kind, entry.id])
        return true
      }.count
    }
  }

  /// Drops rejected records, all or none, as one change that can be undone: each becomes the backend's version, or is
  /// deleted if the backend has none. Samples stay and are no longer offered.
  ///
  /// - Parameters:
  ///   - given: Each record with the backend's version of it; `nil` = the backend has none.
  ///   - title: In words that follow "undone: ": `dropped Porridge`.
  /// - Throws: kind `.no` if one of them was edited or accepted since.
  package func drop(_ given: [(entry: Entry, theirs: SyncRecord?)], title: String, at now: Moment) throws(StoreError) {
    try library.write { db in
      let undoable = given.compactMap { entry, _ in
        entry.content == .unreadable ? nil : library.tables.of(kind: entry.kind).map { (table: $0, id: entry.id) }
      }
      try UndoLog(db: db).record(title, of: undoable, at: now) {
        for (entry, theirs) in given { try drop(entry, theirs: theirs, atMs: now.ms, in: db) }
      }
    }
  }
}

// MARK: - Inside the transaction

extension QuarantineLog {
  /// Takes an entry out. `false` = it isn't there any more.
  private static func release(_ entry: Entry, in db: Database) throws -> Bool {
    try db.execute(
      sql: "DELETE FROM quarantine WHERE kind = ?1 AND id = ?2 AND hlc = ?3", arguments: [entry.kind, entry.id, entry.hlc])
    return db.changesCount > 0
  }

  private func drop(_ entry: Entry, theirs: SyncRecord?, atMs: Int64, in db: Database) throws {
    guard try QuarantineLog.release(entry, in: db) else {
      throw StoreError(
        code: .changedSince, message: "\(entry.kind) \(entry.id) was changed in the meantime; nothing was dropped",
        hint: "look again: \(.queue)")
    }
    if entry.isSamples { return }
    var applier = try Applier(db, library.tables, atMs: atMs)
    if let theirs {
      _ = try applier.write(theirs)
    } else {
      try library.tables.of(kind: entry.kind)?.delete(entry.id, in: db)
      try db.execute(sql: "DELETE FROM foreign_record WHERE kind = ?1 AND id = ?2", arguments: [entry.kind, entry.id])
    }
    try applier.finish()
  }

  private func content(of kind: String, _ id: String, hlc: Int64, in db: Database) throws -> Entry.Content {
    let table = library.tables.of(kind: kind)
    do {
      let foreign = try String.fetchOne(
        db, sql: "SELECT json FROM foreign_record WHERE kind = ?1 AND id = ?2 AND (hlc = ?3 OR ?4)",
        arguments: [kind, id, hlc, table == nil])
      if let foreign { return .put(foreign) }
      let live =
        kind == SampleChunks.table.kind
        ? try String.fetchOne(db, sql: SampleChunks.json(of: "?1"), arguments: [id])
        : try table?.json(of: id, in: db)
      return live.map(Entry.Content.put) ?? .deleted
    } catch let error as DatabaseError where StoreError.isAboutJSON(error) {
      return .unreadable
    }
  }

  /// SQL for the lane of the record with the id `?2`, as its triggers have it; 0 for a deletion and for kinds of a newer hsync.
  private func lane(of kind: String) -> String {
    guard let table = (library.tables + [SampleChunks.table]).of(kind: kind) else { return "0" }
    return "coalesce((SELECT \(table.lane(of: "t")) FROM \(table.name) AS t WHERE t.\(table.key) = ?2), 0)"
  }
}
