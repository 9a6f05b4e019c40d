import BulkSQL
import GRDB
import HealthModel

/// A number that couldn't be looked up.
package struct PendingLookup: Sendable, Equatable {
  /// The number.
  package let gtin: GTIN
  /// The digits as they were read or typed.
  package let text: String
  /// The reason for the failure, as a sentence: `offline`, `the limit of 15 requests a minute is reached`.
  package let reason: String
  /// The time of the last attempt, in milliseconds since 1970.
  package let atMs: Int64
  /// Meals to be logged once the product is known, in the order of the requests.
  package let wishes: [MealWish]

  /// A pending number with everything given.
  package init(gtin: GTIN, text: String, reason: String, atMs: Int64, wishes: [MealWish] = []) {
    self.gtin = gtin
    self.text = text
    self.reason = reason
    self.atMs = atMs
    self.wishes = wishes
  }
}

/// Numbers that couldn't be looked up when they were scanned, kept so that a later run can.
package struct PendingLookups: Sendable {
  private let library: Library

  /// The pending lookups of a library.
  package init(_ library: Library) { self.library = library }

  /// Queues a number; an existing one gets the new reason and time, and the meal in addition to those it has, unless one of these has its id.
  package func add(_ gtin: GTIN, text: String, reason: String, wish: MealWish? = nil, atMs: Int64) throws(StoreError) {
    try library.write { db in try PendingLookups.add(gtin, text: text, reason: reason, wish: wish, atMs: atMs, in: db) }
  }

  /// The same as a part of a transaction.
  static func add(_ gtin: GTIN, text: String, reason: String, wish: MealWish?, atMs: Int64, in db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO pending_lookup(gtin, text, reason, at_ms) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT(gtin) DO UPDATE SET text = excluded.text, reason = excluded.reason, at_ms = excluded.at_ms
        """, arguments: [gtin.number, text, reason, atMs])
    guard let wish else { return }
    try db.execute(
      sql: """
        UPDATE pending_lookup SET wishes = json_insert(wishes, '$[#]', json(?2))
        WHERE gtin = ?1 AND NOT EXISTS (SELECT 1 FROM json_each(wishes) AS wish WHERE wish.value ->> 'id' = ?3)
        """, arguments: [gtin.number, wish.json.text, wish.id])
  }

  /// Every pending number, the oldest first.
  package func list() throws(StoreError) -> [PendingLookup] {
    try library.read { db in
      try Row.fetchAll(db.cachedStatement(sql: "SELECT gtin, text, reason, at_ms, wishes FROM pending_lookup ORDER BY at_ms, gtin"))
        .compactMap { row in
          let text: String = try row.value("wishes")
          let wishes = (try? JSON(parsing: text))?.array ?? []
          return try GTIN(number: row.value("gtin")).map {
            try PendingLookup(
              gtin: $0, text: row.value("text"), reason: row.value("reason"), atMs: row.value("at_ms"),
              wishes: wishes.compactMap(MealWish.init(json:)))
          }
        }
    }
  }

  /// Forgets a number that was looked up, unless meals wait for it: those are logged by `MealLog.log(_:resolving:at:)`.
  package func settle(_ gtin: GTIN) throws(StoreError) {
    try library.write { db in try PendingLookups.settle(gtin, in: db) }
  }

  /// The same as a part of a transaction.
  static func settle(_ gtin: GTIN, in db: Database) throws {
    try db.execute(sql: "DELETE FROM pending_lookup WHERE gtin = ? AND wishes = '[]'", arguments: [gtin.number])
  }

  /// Removes a number with its meals: it was looked up, or isn't needed. No effect if it isn't queued.
  package func remove(_ gtin: GTIN) throws(StoreError) {
    try library.write { db in try db.execute(sql: "DELETE FROM pending_lookup WHERE gtin = ?", arguments: [gtin.number]) }
  }
}
