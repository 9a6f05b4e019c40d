import BulkSQL
import GRDB
import HealthModel

/// The notifier's plan, deliveries and rests. Each call is one transaction, on the disk when it returns.
package struct NoticeTable: Sendable {
  private let library: Library

  /// Ended notices that are kept, to be listed.
  package static let mostEnded = 300

  /// The notices of a library.
  package init(_ library: Library) { self.library = library }

  // MARK: - The plan

  /// The planned notices, in the order in which they are due.
  package func planned() throws(StoreError) -> [NoticeEntry] {
    try library.read { db in
      try rows(db, "WHERE state = 'planned' ORDER BY fire_at_ms, id", [])
    }
  }

  /// The notices that ended, the latest first.
  package func ended(_ count: Int) throws(StoreError) -> [NoticeEntry] {
    try library.read { db in try rows(db, "WHERE state <> 'planned' ORDER BY coalesce(ended_at_ms, fire_at_ms) DESC, id LIMIT ?", [count]) }
  }

  /// The time at which the first planned notice is due, in milliseconds UTC; `nil` = none is planned.
  package func firstDueMs() throws(StoreError) -> Int64? {
    try library.read { db in try Int64.fetchOne(db.cachedStatement(sql: "SELECT min(fire_at_ms) FROM notice WHERE state = 'planned'")) }
  }

  /// Keeps these entries in place of those with their ids.
  package func put(_ entries: [NoticeEntry]) throws(StoreError) {
    try library.write { db in
      for entry in entries {
        try db.execute(
          sql: """
            INSERT OR REPLACE INTO notice(\(NoticeEntry.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            entry.id, entry.source, entry.state.rawValue, entry.fireAtMs, entry.notAfterMs, entry.plannedAtMs, entry.endedAtMs,
            entry.reason, entry.wanted.text,
          ])
      }
    }
  }

  /// Ends a planned notice. Nothing if it isn't planned.
  package func end(_ id: String, as state: NoticeEntry.State, atMs ms: Int64) throws(StoreError) {
    try library.write { db in
      try db.execute(
        sql: "UPDATE notice SET state = ?2, ended_at_ms = ?3 WHERE id = ?1 AND state = 'planned'", arguments: [id, state.rawValue, ms])
    }
  }

  private func rows(_ db: Database, _ condition: String, _ arguments: StatementArguments) throws -> [NoticeEntry] {
    try Row.fetchAll(db, sql: "SELECT \(NoticeEntry.columns) FROM notice \(condition)", arguments: arguments)
      .compactMap { try NoticeEntry(row: $0) }
  }

  // MARK: - Deliveries and rests

  /// The states of deliveries, in the order in which they were kept.
  package func deliveries() throws(StoreError) -> [NoticeDeliveryEntry] {
    try library.read { db in
      try Row.fetchAll(db, sql: "SELECT \(NoticeDeliveryEntry.columns) FROM notice_delivery ORDER BY n")
        .map { try NoticeDeliveryEntry(row: $0) }
    }
  }

  /// Keeps a state in place of that of the same notice and way.
  package func keep(_ delivery: NoticeDeliveryEntry) throws(StoreError) {
    try library.write { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO notice_delivery(\(NoticeDeliveryEntry.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)",
        arguments: [
          delivery.noticeID, delivery.way, delivery.status, delivery.attempts, delivery.atMs, delivery.retryAfterMs, delivery.reason,
        ])
    }
  }

  /// The rests of ways.
  package func rests() throws(StoreError) -> [NoticeRestEntry] {
    try library.read { db in
      try db.makeStatement(sql: "SELECT \(NoticeRestEntry.columns) FROM notice_rest ORDER BY way").rows { try NoticeRestEntry(row: $0) }
    }
  }

  /// Keeps a rest in place of an earlier one of its way.
  package func keep(_ rest: NoticeRestEntry) throws(StoreError) {
    try library.write { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO notice_rest(\(NoticeRestEntry.columns)) VALUES (?, ?, ?, ?, ?)",
        arguments: [rest.way, rest.failures, rest.sinceMs, rest.delayMs, rest.reason])
    }
  }

  /// Ends the rest of a way.
  package func endRest(of way: String) throws(StoreError) {
    try library.write { db in try db.execute(sql: "DELETE FROM notice_rest WHERE way = ?", arguments: [way]) }
  }

  /// Forgets deliveries but those of planned notices and the `count` that were kept last, and ended notices but `mostEnded`. Writes nothing if
  /// there are no more.
  package func forget(keepingDeliveries count: Int) throws(StoreError) {
    let isMore = try library.read { db in
      try Bool.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT (SELECT count(*) FROM notice_delivery) > ?1 OR (SELECT count(*) FROM notice WHERE state <> 'planned') > ?2
            """), arguments: [count, NoticeTable.mostEnded]) ?? false
    }
    guard isMore else { return }
    try library.write { db in
      try db.execute(
        sql: """
          DELETE FROM notice_delivery WHERE n <= (SELECT max(n) FROM notice_delivery) - ?1
            AND notice NOT IN (SELECT id FROM notice WHERE state = 'planned');
          """, arguments: [count])
      try db.execute(
        sql: """
          DELETE FROM notice WHERE state <> 'planned' AND id NOT IN (
            SELECT id FROM notice WHERE state <> 'planned' ORDER BY coalesce(ended_at_ms, fire_at_ms) DESC, id LIMIT ?1)
          """, arguments: [NoticeTable.mostEnded])
    }
  }
}
