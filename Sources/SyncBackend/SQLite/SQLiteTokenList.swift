import BulkSQL
import FoundationEssentials
import GRDB

/// Lists the tokens of a user in SQLite, and revokes single ones.
enum SQLiteTokenList {
  /// A condition of tokens that count: the device has them, and they are valid or can be renewed. Its one argument is the time.
  static let isInUse = """
    token.parent IS NULL AND (token.expires_at_ms IS NULL OR token.expires_at_ms > ?
      OR EXISTS (SELECT 1 FROM refresh_token WHERE refresh_token.token = token.sha256 AND used_at_ms IS NULL))
    """

  /// An owner's tokens in use, the oldest first.
  static func tokens(of owner: Int64, nowMs: Int64, _ db: Database) throws -> [TokenSummary] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT sha256, scope, created_at_ms, expires_at_ms, used_hour_ms FROM token WHERE owner = ? AND \(isInUse)
        ORDER BY created_at_ms, sha256
        """, arguments: [owner, nowMs]
    ).map {
      let hash: Data = try $0.value(0)
      return try TokenSummary(
        hash: hash, scope: $0.value(1), createdAtMs: $0.value(2), expiresAtMs: $0.value(3), lastUsedAtMs: $0.value(4))
    }
  }

  /// Removes an owner's token by its id with its family. Returns false when there is none.
  static func revoke(_ id: String, owner: Int64, _ db: Database) throws -> Bool {
    let hashes = try Data.fetchAll(db, sql: "SELECT sha256 FROM token WHERE owner = ?", arguments: [owner])
    guard let hash = hashes.first(where: { TokenRules.id(of: $0) == id }) else { return false }
    // A pair of an older version has no family until it is exchanged: its refresh token is the name of what comes from it.
    let family = try Data.fetchOne(
      db,
      sql: """
        SELECT coalesce((SELECT family FROM token WHERE sha256 = ?1), (SELECT coalesce(family, sha256) FROM refresh_token WHERE token = ?1), ?1)
        """, arguments: [hash])
    try db.execute(
      sql: "DELETE FROM refresh_token WHERE owner = ?1 AND (token = ?2 OR family = ?3 OR sha256 = ?3)", arguments: [owner, hash, family])
    try db.execute(sql: "DELETE FROM token WHERE owner = ?1 AND (sha256 = ?2 OR family = ?3)", arguments: [owner, hash, family])
    return true
  }
}
