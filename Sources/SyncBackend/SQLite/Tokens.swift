import BulkSQL
import FoundationEssentials
import GRDB

/// The rows of `token` and `refresh_token` in SQLite, in the caller's transaction; see `TokenRules`.
enum Tokens {
  /// Creates credentials for an owner.
  ///
  /// - Parameters:
  ///   - parent: the hash of the refresh token that they are issued for.
  ///   - family: the family they belong to; `nil` = they start a new one.
  static func make(
    for owner: Int64, _ grant: TokenGrant, parent: TokenHash? = nil, family: TokenHash? = nil, nowMs: Int64, _ db: Database
  ) throws -> Credentials {
    let new = NewCredentials(lifetimeMs: grant.lifetimeMs, family: family, nowMs: nowMs)
    try db.execute(
      sql: "INSERT INTO token(sha256, owner, created_at_ms, expires_at_ms, parent, family, scope) VALUES (?, ?, ?, ?, ?, ?, ?)",
      arguments: [new.token, owner, nowMs, new.expiresAtMs, parent, new.family, grant.scope.text])
    if let refreshToken = new.refreshToken {
      try db.execute(
        sql: "INSERT INTO refresh_token(sha256, owner, token, lifetime_ms, created_at_ms, family, scope) VALUES (?, ?, ?, ?, ?, ?, ?)",
        arguments: [refreshToken, owner, new.token, grant.lifetimeMs, nowMs, new.family, grant.scope.text])
    }
    return new.credentials
  }

  /// Returns the owner of a token, or that it is unknown or expired.
  static func find(_ token: TokenHash, nowMs: Int64, _ db: Database) throws -> TokenFinding {
    let statement = try db.cachedStatement(
      sql: """
        SELECT owner.n, owner.id, token.expires_at_ms, token.parent IS NOT NULL, token.scope, token.used_hour_ms
        FROM token JOIN owner ON owner.n = token.owner WHERE token.sha256 = ?
        """)
    guard let row = try Row.fetchOne(statement, arguments: [token]) else { return .unknown }
    if TokenRules.hasEnded(try row.value(2), nowMs: nowMs) { return .expired }
    let owner = try Owner(
      number: row.value(0), id: row.value(1), token: token, scope: TokenScope(stored: row.value(4)),
      unnotedHourMs: TokenRules.unnotedHour(nowMs: nowMs, noted: row.value(5)))
    return try .valid(owner, isNew: row.value(3))
  }

  /// Notes the hour of a token's use, unless it or a later one is noted.
  static func noteUse(of token: TokenHash, hourMs: Int64, _ db: Database) throws {
    try db.execute(
      sql: "UPDATE token SET used_hour_ms = ?1 WHERE sha256 = ?2 AND (used_hour_ms IS NULL OR used_hour_ms < ?1)",
      arguments: [hourMs, token])
  }

  /// Returns the credentials for a refresh token; `nil` when it is unknown or no longer valid.
  static func refresh(_ parent: TokenHash, limits: BackendLimits, nowMs: Int64, _ db: Database) throws -> Credentials? {
    let row = try Row.fetchOne(
      db, sql: "SELECT owner, token, lifetime_ms, family, used_at_ms, scope FROM refresh_token WHERE sha256 = ?", arguments: [parent])
    guard let row else { return nil }
    let family: TokenHash = try row.value(3) ?? parent
    switch TokenRules.exchange(usedAtMs: try row.value(4), limits: limits, nowMs: nowMs) {
    case .pair: break
    case .refuse: return nil
    case .endFamily:
      try revoke(family: family, db)
      return nil
    }
    // A device that presents the refresh token has the access token that came with it, even if it never used it.
    try confirm(row.value(1), nowMs: nowMs, db)
    let owner: Int64 = try row.value(0)
    // A token that has ended is kept only for the better answer while it can be renewed.
    try db.execute(
      sql: """
        DELETE FROM token WHERE owner = ? AND expires_at_ms <= ?
          AND NOT EXISTS (SELECT 1 FROM refresh_token WHERE refresh_token.token = token.sha256 AND used_at_ms IS NULL)
        """, arguments: [owner, nowMs])
    try removeUnused(of: parent, keeping: limits.maxUnusedPairs - 1, db)
    let grant = try TokenGrant(lifetimeMs: row.value(2), scope: TokenScope(stored: row.value(5)))
    return try make(for: owner, grant, parent: parent, family: family, nowMs: nowMs, db)
  }

  /// Removes all tokens and refresh tokens of an owner. Returns the number of tokens.
  static func revoke(owner: Int64, _ db: Database) throws -> Int {
    try db.execute(sql: "DELETE FROM refresh_token WHERE owner = ?", arguments: [owner])
    try db.execute(sql: "DELETE FROM token WHERE owner = ?", arguments: [owner])
    return db.changesCount
  }

  /// Notes that the device has a token; see `BackendStore.confirm`.
  static func confirm(_ hash: TokenHash, nowMs: Int64, _ db: Database) throws {
    let row = try Row.fetchOne(db, sql: "SELECT parent, family FROM token WHERE sha256 = ? AND parent IS NOT NULL", arguments: [hash])
    guard let row else { return }
    let parent: Data = try row.value(0)
    let family: Data? = try row.value(1)
    // One of an older version has no family until it is exchanged.
    try db.execute(
      sql: "UPDATE refresh_token SET used_at_ms = ?, family = coalesce(family, sha256) WHERE sha256 = ?", arguments: [nowMs, parent])
    try removeUnused(of: parent, keeping: 0, except: hash, db)
    try db.execute(sql: "UPDATE token SET parent = NULL WHERE sha256 = ?", arguments: [hash])
    try db.execute(
      sql: """
        DELETE FROM refresh_token WHERE family = ?1 AND used_at_ms IS NOT NULL AND sha256 NOT IN (
          SELECT sha256 FROM refresh_token WHERE family = ?1 AND used_at_ms IS NOT NULL ORDER BY used_at_ms DESC LIMIT ?2)
        """, arguments: [family, TokenRules.usedPerFamily])
  }

  // MARK: -

  /// Removes the oldest pairs that were given for a refresh token and not used yet.
  private static func removeUnused(of parent: TokenHash, keeping count: Int, except token: TokenHash = TokenHash(), _ db: Database) throws {
    let unused = try Data.fetchAll(
      db, sql: "SELECT sha256 FROM token WHERE parent = ? AND sha256 <> ? ORDER BY created_at_ms DESC LIMIT -1 OFFSET ?",
      arguments: [parent, token, count])
    for token in unused {
      try db.execute(sql: "DELETE FROM refresh_token WHERE token = ?", arguments: [token])
      try db.execute(sql: "DELETE FROM token WHERE sha256 = ?", arguments: [token])
    }
  }

  private static func revoke(family: TokenHash, _ db: Database) throws {
    try db.execute(sql: "DELETE FROM refresh_token WHERE family = ?", arguments: [family])
    try db.execute(sql: "DELETE FROM token WHERE family = ?", arguments: [family])
  }
}
