import BulkSQL
import GRDB
import HealthModel

/// Answers of product databases, "not known" included. The caller decides how long they are valid.
package struct ProductCache: Sendable {
  private let library: Library

  /// The cache in a library.
  package init(_ library: Library) { self.library = library }

  /// The last answer for a number, `nil` if there was none.
  package func answer(for gtin: GTIN) throws(StoreError) -> RememberedAnswer? {
    try library.read { db in
      try Row.fetchOne(
        db.cachedStatement(sql: "SELECT found, body, fetched_at_ms FROM product_answer WHERE gtin = ?"), arguments: [gtin.number]
      )
      .map { try RememberedAnswer(found: $0.value("found"), body: $0.value("body"), fetchedAtMs: $0.value("fetched_at_ms")) }
    }
  }

  /// Keeps an answer in place of the one before.
  package func store(_ answer: RememberedAnswer, for gtin: GTIN) throws(StoreError) {
    try library.write { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO product_answer(gtin, found, body, fetched_at_ms) VALUES (?, ?, ?, ?)",
        arguments: [gtin.number, answer.found, answer.body, answer.fetchedAtMs])
    }
  }
}
