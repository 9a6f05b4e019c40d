import GRDB
import HealthModel

/// A number that couldn't be looked up.
package struct PendingLookup: Sendable, Equatable {
  /// The number.
  package let gtin: GTIN
  /// The digits as they were read or typed.
  package let text: String
  /// Why it couldn't, a sentence: `offline`, `the limit of 15 requests a minute is reached`.
  package let reason: String
  /// When it was tried last, milliseconds UTC.
  package let atMs: Int64

  /// A pending number with everything given.
  package init(gtin: GTIN, text: String, reason: String, atMs: Int64) {
    self.gtin = gtin
    self.text = text
    self.reason = reason
    self.atMs = atMs
  }
}

/// Numbers that couldn't be looked up when they were scanned, kept so that a later run can.
package struct PendingLookups: Sendable {
  private let library: Library

  /// The pending lookups of a library.
  package init(_ library: Library) { self.library = library }

  /// Keeps a number; one that is there already gets the new reason and time.
  package func add(_ gtin: GTIN, text: String, reason: String, atMs: Int64) throws(StoreError) {
    try library.write { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO pending_lookup(gtin, text, reason, at_ms) VALUES (?, ?, ?, ?)",
        arguments: [gtin.number, text, reason, atMs])
    }
  }

  /// Every pending number, the oldest first.
  package func list() throws(StoreError) -> [PendingLookup] {
    try library.read { db in
      try Row.fetchAll(db, sql: "SELECT gtin, text, reason, at_ms FROM pending_lookup ORDER BY at_ms, gtin").compactMap { row in
        GTIN(number: row["gtin"]).map { PendingLookup(gtin: $0, text: row["text"], reason: row["reason"], atMs: row["at_ms"]) }
      }
    }
  }

  /// Forgets a number: it was looked up, or isn't wanted. Nothing happens if it isn't there.
  package func remove(_ gtin: GTIN) throws(StoreError) {
    try library.write { db in try db.execute(sql: "DELETE FROM pending_lookup WHERE gtin = ?", arguments: [gtin.number]) }
  }
}
