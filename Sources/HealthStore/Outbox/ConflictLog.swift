import BulkSQL
import GRDB
import HealthModel

/// Local edits that lost against newer versions of other devices: what they were, and the way to have them again.
package struct ConflictLog: Sendable {
  private let library: Library

  /// The conflicts of a library.
  package init(_ library: Library) { self.library = library }

  /// An edit that lost.
  package struct Entry: Sendable, Equatable {
    /// Its number in this library.
    package let number: Int64
    package let kind: String
    package let id: String
    /// The record as it was here before, as compact JSON. `nil` = it was deleted here.
    package let lost: String?
    /// The record as it is here now, as compact JSON. `nil` = there is none.
    package let now: String?
    /// The version that won: milliseconds since 1970 × 65,536 + a counter.
    package let wonHLC: Int64
    /// The device that made it.
    package let wonDevice: String
    /// The time at which this library learned of it, in milliseconds since 1970.
    package let atMs: Int64

    /// The time of the winning version by its device's clock, in milliseconds since 1970.
    package var wonAtMs: Int64 { wonHLC >> 16 }
    /// Whether the record is again what it was before it lost.
    package var isRestored: Bool { lost == now }
  }

  /// All of them, the latest first.
  package func entries() throws(StoreError) -> [Entry] {
    try library.read { db in
      try Row.fetchAll(db.cachedStatement(sql: "SELECT n, kind, id, lost_json, won_hlc, won_dev, at FROM conflict ORDER BY n DESC"))
        .map { row in try entry(row, in: db) }
    }
  }

  /// The entry of that number.
  /// - Throws: kind `.no` if there is none.
  package func entry(_ number: Int64) throws(StoreError) -> Entry {
    try library.read { db in
      let row = try Row.fetchOne(
        db.cachedStatement(sql: "SELECT n, kind, id, lost_json, won_hlc, won_dev, at FROM conflict WHERE n = ?"), arguments: [number])
      guard let row else { throw ConflictLog.notFound(number) }
      return try entry(row, in: db)
    }
  }

  /// Restores lost versions, all or none, as one new edit that is synced and can be undone; a lost deletion deletes
  /// again.
  ///
  /// The entries stay until they are removed with `forget`, so that undoing loses nothing.
  /// - Parameter title: In words that follow "undone: ": `restored Porridge`.
  /// - Throws: kind `.no` if the kind is unknown, `.badData` if a version doesn't fit its table.
  package func restore(_ entries: [Entry], title: String, at now: Moment) throws(StoreError) {
    let tables = library.tables
    try library.write { db in
      let rows = try entries.map { entry in
        guard let table = tables.of(kind: entry.kind) else {
          throw StoreError(
            code: .notFound, message: "conflict \(entry.number) is of a kind that this hsync doesn't know: \(entry.kind)",
            hint: "update hsync")
        }
        return (table: table, id: entry.id, lost: entry.lost)
      }
      try UndoLog(db: db).record(title, of: rows.map { (table: $0.table, id: $0.id) }, at: now) {
        for (entry, row) in zip(entries, rows) {
          guard let lost = row.lost else {
            try row.table.delete(row.id, in: db)
            continue
          }
          guard try row.table.apply(lost, to: row.id, in: db) else {
            throw StoreError(code: .refused, message: "the lost version in conflict \(entry.number) doesn't fit its table", hint: nil)
          }
        }
      }
    }
  }

  /// Permanently removes entries, all or none. Returns their number.
  ///
  /// - Parameter numbers: `nil` = all.
  /// - Throws: kind `.no` if one of them isn't there.
  package func forget(_ numbers: [Int64]?) throws(StoreError) -> Int {
    try library.write { db in
      guard let numbers else {
        try db.execute(sql: "DELETE FROM conflict")
        return db.changesCount
      }
      for number in numbers {
        try db.execute(sql: "DELETE FROM conflict WHERE n = ?", arguments: [number])
        guard db.changesCount > 0 else { throw ConflictLog.notFound(number) }
      }
      return numbers.count
    }
  }

  private func entry(_ row: Row, in db: Database) throws -> Entry {
    let (kind, id): (String, String) = try (row.value("kind"), row.value("id"))
    let foreign = try String.fetchOne(
      db.cachedStatement(sql: "SELECT json FROM foreign_record WHERE kind = ?1 AND id = ?2"), arguments: [kind, id])
    return try Entry(
      number: row.value("n"), kind: kind, id: id, lost: row.value("lost_json"),
      now: library.tables.of(kind: kind)?.json(of: id, in: db) ?? foreign,
      wonHLC: row.value("won_hlc"), wonDevice: row.value("won_dev"), atMs: row.value("at"))
  }

  private static func notFound(_ number: Int64) -> StoreError {
    StoreError(code: .notFound, message: "there is no conflict \(number)", hint: "list them: \(.conflicts)")
  }
}
