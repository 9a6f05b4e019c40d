import BulkSQL
import FoundationEssentials
import GRDB
import HealthModel

/// The paired browsers of a library, and the codes for pairing others. The caller decides which are too old.
package struct BrowserSessions: Sendable {
  private let library: Library

  /// The sessions of a library.
  package init(_ library: Library) { self.library = library }

  /// Stores a code by its hash.
  package func offer(_ code: [UInt8], atMs ms: Int64) throws(StoreError) {
    try library.write { db in
      try db.execute(sql: "INSERT OR REPLACE INTO browser_code(hash, made_at_ms) VALUES (?, ?)", arguments: [Data(code), ms])
    }
  }

  /// Exchanges a code for a session, atomically. Codes and sessions that are too old are deleted.
  ///
  /// - Parameters:
  ///   - code: The hash of a code.
  ///   - codesSinceMs: The time of the oldest valid code. A code made after the session's start comes from a clock that was put back, and
  ///     is invalid.
  ///   - seenSinceMs: The time of the last visit before which a session has expired.
  /// - Returns: Whether the code was valid.
  package func begin(
    _ session: BrowserSession, for code: [UInt8], codesSinceMs: Int64, seenSinceMs: Int64
  ) throws(StoreError) -> Bool {
    try library.write { db in
      try db.execute(
        sql: "DELETE FROM browser_code WHERE made_at_ms NOT BETWEEN ? AND ?", arguments: [codesSinceMs, session.createdAtMs])
      try db.execute(sql: "DELETE FROM browser_code WHERE hash = ?", arguments: [Data(code)])
      guard db.changesCount == 1 else { return false }
      try db.execute(sql: "DELETE FROM browser_session WHERE seen_at_ms < ?", arguments: [seenSinceMs])
      try db.execute(
        sql: "INSERT INTO browser_session(hash, name, created_at_ms, seen_at_ms, seen_from) VALUES (?, ?, ?, ?, ?)",
        arguments: [Data(session.hash), session.name, session.createdAtMs, session.seenAtMs, session.seenFrom])
      return true
    }
  }

  /// Returns the session whose token has that hash; `nil` = none, or its last visit was before `seenSinceMs`.
  package func session(_ hash: [UInt8], seenSinceMs: Int64) throws(StoreError) -> BrowserSession? {
    try library.read { db in
      try Row.fetchOne(
        db.cachedStatement(sql: "SELECT * FROM browser_session WHERE hash = ? AND seen_at_ms >= ?"), arguments: [Data(hash), seenSinceMs]
      ).map(BrowserSessions.session)
    }
  }

  /// Records a visit of a browser. Does nothing if its session has ended.
  package func note(_ hash: [UInt8], seenAtMs ms: Int64, from address: String?) throws(StoreError) {
    try library.write { db in
      try db.execute(
        sql: "UPDATE browser_session SET seen_at_ms = ?, seen_from = ? WHERE hash = ?", arguments: [ms, address, Data(hash)])
    }
  }

  /// Returns all paired browsers, the most recently seen first.
  package func all(seenSinceMs: Int64) throws(StoreError) -> [BrowserSession] {
    try library.read { db in
      try Row.fetchAll(
        db.cachedStatement(sql: "SELECT * FROM browser_session WHERE seen_at_ms >= ? ORDER BY seen_at_ms DESC, hash"),
        arguments: [seenSinceMs]
      ).map(BrowserSessions.session)
    }
  }

  /// Revokes a browser.
  ///
  /// - Parameter id: Its id, or a unique beginning of it.
  /// - Returns: The browser.
  /// - Throws: `StoreError` of kind `.no` when there is none, `.usage` when there are several.
  package func revoke(_ id: String) throws(StoreError) -> BrowserSession {
    try library.write { db in
      let all = try Row.fetchAll(db.cachedStatement(sql: "SELECT * FROM browser_session")).map(BrowserSessions.session)
      let meant = all.filter { !id.isEmpty && $0.id.hasPrefix(id.lowercased()) }
      guard let session = meant.first else {
        throw StoreError(code: .notFound, message: "no paired browser has the id \(id.printable)", hint: nil)
      }
      guard meant.count == 1 else {
        throw StoreError(code: .ambiguous, message: "\(meant.count) browsers have an id that begins with \(id.printable)", hint: nil)
      }
      try db.execute(sql: "DELETE FROM browser_session WHERE hash = ?", arguments: [Data(session.hash)])
      return session
    }
  }

  /// Shuts all browsers out and takes all codes back.
  package func forgetAll() throws(StoreError) {
    try library.write { db in
      try db.execute(sql: "DELETE FROM browser_session")
      try db.execute(sql: "DELETE FROM browser_code")
    }
  }

  // MARK: - Notices

  /// Lets a browser get notices.
  ///
  /// - Parameter push: JSON with the member `endpoint`. Another session with the same one, of the same browser before it was paired again, gets
  ///   none any more.
  /// - Returns: Whether there is such a session.
  package func beginPush(_ hash: [UInt8], _ push: String) throws(StoreError) -> Bool {
    try library.write { db in
      try db.execute(
        sql: "UPDATE browser_session SET push = NULL WHERE hash <> ?1 AND push ->> 'endpoint' = ?2 ->> 'endpoint'",
        arguments: [Data(hash), push])
      try db.execute(sql: "UPDATE browser_session SET push = ?2 WHERE hash = ?1", arguments: [Data(hash), push])
      return db.changesCount == 1
    }
  }

  /// Ends the notices of a browser.
  ///
  /// - Parameter push: Only if this is what is kept of it; `nil` = whatever is.
  package func endPush(_ hash: [UInt8], _ push: String? = nil) throws(StoreError) {
    try library.write { db in
      try db.execute(
        sql: "UPDATE browser_session SET push = NULL WHERE hash = ?1 AND (?2 IS NULL OR push = ?2)", arguments: [Data(hash), push])
    }
  }

  private static func session(_ row: Row) throws -> BrowserSession {
    let hash: Data = try row.value("hash")
    return try BrowserSession(
      hash: [UInt8](hash), name: row.value("name"), createdAtMs: row.value("created_at_ms"), seenAtMs: row.value("seen_at_ms"),
      seenFrom: row.value("seen_from"), push: row.value("push"))
  }
}
