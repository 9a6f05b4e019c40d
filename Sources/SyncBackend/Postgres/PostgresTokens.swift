import FoundationEssentials
import Postgres

/// The rows of `token` and `refresh_token` in PostgreSQL; see `TokenRules`. Those that write are called in a transaction.
enum PostgresTokens {
  /// Creates credentials for an owner, as the statements that keep them.
  static func make(
    for owner: String, _ grant: TokenGrant, parent: TokenHash? = nil, family: TokenHash? = nil, nowMs: Int64,
    _ connection: PostgresConnection
  ) throws -> Credentials {
    let new = NewCredentials(lifetimeMs: grant.lifetimeMs, family: family, nowMs: nowMs)
    try connection.run(
      "INSERT INTO token(sha256, owner, created_at_ms, expires_at_ms, parent, family, scope) VALUES ($1, $2, $3, $4, $5, $6, $7)",
      [
        .bytes(new.token), .text(owner), .integer(nowMs), .integer(new.expiresAtMs), .bytes(parent), .bytes(new.family),
        .text(grant.scope.text),
      ])
    if let refreshToken = new.refreshToken {
      try connection.run(
        "INSERT INTO refresh_token(sha256, owner, token, lifetime_ms, created_at_ms, family, scope) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        [
          .bytes(refreshToken), .text(owner), .bytes(new.token), .integer(grant.lifetimeMs), .integer(nowMs), .bytes(new.family),
          .text(grant.scope.text),
        ])
    }
    return new.credentials
  }

  /// Returns the owner of a token, or that it is unknown or expired.
  static func find(_ token: TokenHash, nowMs: Int64, _ connection: PostgresConnection) throws -> TokenFinding {
    let rows = try connection.run(
      """
      SELECT replace(owner::text, '-', ''), expires_at_ms, parent IS NOT NULL, scope, used_hour_ms, \(PostgresMoveMark.isSet)
      FROM token WHERE sha256 = $1
      """, [.bytes(token)])
    guard rows.count == 1, let owner = rows.text(0, 0) else { return .unknown }
    if rows.integer(0, 5) == 1 { throw StoreError.moved }
    if TokenRules.hasEnded(rows.integer(0, 1), nowMs: nowMs) { return .expired }
    let found = Owner(
      number: 0, id: owner, token: token, scope: TokenScope(stored: rows.text(0, 3) ?? ""),
      unnotedHourMs: TokenRules.unnotedHour(nowMs: nowMs, noted: rows.integer(0, 4)))
    return .valid(found, isNew: rows.integer(0, 2) == 1)
  }

  /// Notes the hour of a token's use, unless it or a later one is noted.
  static func noteUse(of token: TokenHash, hourMs: Int64, _ connection: PostgresConnection) throws {
    try connection.run(
      "UPDATE token SET used_hour_ms = $1 WHERE sha256 = $2 AND (used_hour_ms IS NULL OR used_hour_ms < $1)",
      [.integer(hourMs), .bytes(token)])
  }

  /// Notes that the device has a token; see `BackendStore.confirm`.
  static func confirm(_ token: TokenHash, nowMs: Int64, _ connection: PostgresConnection) throws {
    let rows = try connection.run(
      "SELECT parent, family FROM token WHERE sha256 = $1 AND parent IS NOT NULL FOR UPDATE", [.bytes(token)])
    guard rows.count == 1, let parent = rows.bytes(0, 0), let family = rows.bytes(0, 1) else { return }
    try connection.run("UPDATE refresh_token SET used_at_ms = $1 WHERE sha256 = $2", [.integer(nowMs), .bytes(parent)])
    try removeUnused(of: TokenHash(parent), keeping: 0, except: token, connection)
    try connection.run("UPDATE token SET parent = NULL WHERE sha256 = $1", [.bytes(token)])
    try connection.run(
      """
      DELETE FROM refresh_token WHERE family = $1 AND used_at_ms IS NOT NULL AND sha256 NOT IN (
        SELECT sha256 FROM refresh_token WHERE family = $1 AND used_at_ms IS NOT NULL ORDER BY used_at_ms DESC, sha256 LIMIT $2)
      """, [.bytes(family), .integer(Int64(TokenRules.usedPerFamily))])
  }

  /// Returns the credentials for a refresh token; `nil` when it is unknown or no longer valid.
  static func refresh(_ parent: TokenHash, limits: BackendLimits, nowMs: Int64, _ connection: PostgresConnection) throws -> Credentials? {
    let rows = try connection.run(
      """
      SELECT replace(owner::text, '-', ''), token, lifetime_ms, family, used_at_ms, scope FROM refresh_token WHERE sha256 = $1 FOR UPDATE
      """, [.bytes(parent)])
    // After the lock, for which a copy may have been waited for.
    try PostgresMoveMark.requireUnset(connection)
    guard rows.count == 1, let owner = rows.text(0, 0), let token = rows.bytes(0, 1), let family = rows.bytes(0, 3) else { return nil }
    switch TokenRules.exchange(usedAtMs: rows.integer(0, 4), limits: limits, nowMs: nowMs) {
    case .pair: break
    case .refuse: return nil
    case .endFamily:
      try connection.run("DELETE FROM refresh_token WHERE family = $1", [.bytes(family)])
      try connection.run("DELETE FROM token WHERE family = $1", [.bytes(family)])
      return nil
    }
    // A device that presents the refresh token has the access token that came with it, even if it never used it.
    try confirm(TokenHash(token), nowMs: nowMs, connection)
    // A token that has ended is kept only for the better answer while it can be renewed.
    try connection.run(
      """
      DELETE FROM token WHERE owner = $1 AND expires_at_ms <= $2
        AND NOT EXISTS (SELECT 1 FROM refresh_token WHERE refresh_token.token = token.sha256 AND used_at_ms IS NULL)
      """, [.text(owner), .integer(nowMs)])
    try removeUnused(of: parent, keeping: limits.maxUnusedPairs - 1, except: TokenHash(), connection)
    let grant = TokenGrant(lifetimeMs: rows.integer(0, 2), scope: TokenScope(stored: rows.text(0, 5) ?? ""))
    return try make(
      for: owner, grant, parent: parent, family: TokenHash(family), nowMs: nowMs, connection)
  }

  /// Removes all tokens and refresh tokens of an owner. Returns the number of tokens.
  static func revoke(owner: String, _ connection: PostgresConnection) throws -> Int {
    try connection.run("DELETE FROM refresh_token WHERE owner = $1", [.text(owner)])
    return try connection.run("DELETE FROM token WHERE owner = $1", [.text(owner)]).changed
  }

  /// Removes the oldest pairs that were given for a refresh token and not used yet.
  private static func removeUnused(
    of parent: TokenHash, keeping count: Int, except token: TokenHash, _ connection: PostgresConnection
  ) throws {
    let unused = try connection.run(
      "SELECT sha256 FROM token WHERE parent = $1 AND sha256 <> $2 ORDER BY created_at_ms DESC OFFSET $3",
      [.bytes(parent), .bytes(token), .integer(Int64(count))])
    for hash in (0..<unused.count).compactMap({ unused.bytes($0, 0) }) {
      try connection.run("DELETE FROM refresh_token WHERE token = $1", [.bytes(hash)])
      try connection.run("DELETE FROM token WHERE sha256 = $1", [.bytes(hash)])
    }
  }
}
