import BulkSQL
import Digests
import FoundationEssentials
import GRDB

/// The rows of `token` and `refresh_token`, in the caller's transaction.
///
/// Tokens are 256 random bits, so their SHA-256 is enough to keep: there is nothing to guess, and a stolen file holds no token.
///
/// A refresh token is exchanged for a new pair (RFC 6749, 6). The answer may be lost, so the old one goes on being valid until the new pair
/// shows up here for the first time: then its device has it, the old one is used up, and all other pairs given for it are removed.
/// `token.parent` is the refresh token that a pair was given for, NULL from that moment on.
///
/// All pairs that come from one are a family. A used refresh token that is shown once more is in the hands of two, one of whom has stolen it: the
/// family ends (RFC 9700, 4.14.2).
enum Tokens {
  /// The meaning of a presented token.
  enum Finding: Sendable {
    /// It belongs to this owner. `isNew`: it came from a refresh and is used for the first time, to be reported with
    /// `confirm`.
    case valid(Owner, isNew: Bool)
    /// It was valid, and has expired.
    case expired
    /// It is unknown.
    case unknown
  }

  /// Used refresh tokens that are remembered of a family.
  static let usedPerFamily = 32

  /// Creates credentials for an owner.
  ///
  /// - Parameters:
  ///   - lifetimeMs: the token's lifetime in milliseconds; `nil` = until it is revoked, and without a refresh token.
  ///   - parent: the hash of the refresh token that they are issued for.
  ///   - family: the family they belong to; `nil` = they start a new one.
  static func make(
    for owner: Int64, lifetimeMs: Int64?, parent: Data? = nil, family: Data? = nil, nowMs: Int64, _ db: Database
  ) throws -> Credentials {
    let token = RandomText.hex(bytes: 32)
    let refreshToken = RandomText.hex(bytes: 32)
    let family = lifetimeMs.map { _ in family ?? hash(refreshToken) }
    try db.execute(
      sql: "INSERT INTO token(sha256, owner, created_at_ms, expires_at_ms, parent, family) VALUES (?, ?, ?, ?, ?, ?)",
      arguments: [hash(token), owner, nowMs, lifetimeMs.map { nowMs + $0 }, parent, family])
    guard let lifetimeMs else { return Credentials(token: token, renewal: nil) }
    try db.execute(
      sql: "INSERT INTO refresh_token(sha256, owner, token, lifetime_ms, created_at_ms, family) VALUES (?, ?, ?, ?, ?, ?)",
      arguments: [hash(refreshToken), owner, hash(token), lifetimeMs, nowMs, family])
    return Credentials(token: token, renewal: .init(refreshToken: refreshToken, expiresAtMs: nowMs + lifetimeMs))
  }

  /// Returns the owner of a token, or that it is unknown or expired.
  static func find(_ token: Substring, nowMs: Int64, _ db: Database) throws -> Finding {
    let statement = try db.cachedStatement(
      sql: """
        SELECT owner.n, owner.id, token.expires_at_ms, token.parent IS NOT NULL
        FROM token JOIN owner ON owner.n = token.owner WHERE token.sha256 = ?
        """)
    let hash = hash(token)
    guard let row = try Row.fetchOne(statement, arguments: [hash]) else { return .unknown }
    if let end: Int64 = try row.value(2), end <= nowMs { return .expired }
    return try .valid(Owner(number: row.value(0), id: row.value(1), token: hash), isNew: row.value(3))
  }

  /// Notes that the device has a token: what it was given for is used up, and what else was given for that is removed. Nothing the second time.
  static func confirm(_ token: Substring, nowMs: Int64, _ db: Database) throws { try confirm(hash: hash(token), nowMs: nowMs, db) }

  /// Returns the credentials for a refresh token; `nil` when it is unknown or no longer valid.
  static func refresh(_ refreshToken: String, limits: BackendLimits, nowMs: Int64, _ db: Database) throws -> Credentials? {
    let parent = hash(refreshToken)
    let row = try Row.fetchOne(
      db, sql: "SELECT owner, token, lifetime_ms, family, used_at_ms FROM refresh_token WHERE sha256 = ?", arguments: [parent])
    guard let row else { return nil }
    let family: Data = try row.value(3) ?? parent
    if let usedAtMs: Int64 = try row.value(4) {
      // Within the grace it is the late copy of a request.
      if !(0...limits.refreshGraceMs).contains(nowMs - usedAtMs) { try revoke(family: family, db) }
      return nil
    }
    // A device that presents the refresh token has the access token that came with it, even if it never used it.
    try confirm(hash: row.value(1), nowMs: nowMs, db)
    let owner: Int64 = try row.value(0)
    // A token that has ended is kept only for the better answer while it can be renewed.
    try db.execute(
      sql: """
        DELETE FROM token WHERE owner = ? AND expires_at_ms <= ?
          AND NOT EXISTS (SELECT 1 FROM refresh_token WHERE refresh_token.token = token.sha256 AND used_at_ms IS NULL)
        """, arguments: [owner, nowMs])
    try removeUnused(of: parent, keeping: limits.maxUnusedPairs - 1, db)
    return try make(for: owner, lifetimeMs: row.value(2), parent: parent, family: family, nowMs: nowMs, db)
  }

  /// Removes all tokens and refresh tokens of an owner. Returns the number of tokens.
  static func revoke(owner: Int64, _ db: Database) throws -> Int {
    try db.execute(sql: "DELETE FROM refresh_token WHERE owner = ?", arguments: [owner])
    try db.execute(sql: "DELETE FROM token WHERE owner = ?", arguments: [owner])
    return db.changesCount
  }

  // MARK: -

  private static func confirm(hash: Data, nowMs: Int64, _ db: Database) throws {
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
        """, arguments: [family, usedPerFamily])
  }

  /// Removes the oldest pairs that were given for a refresh token and not used yet.
  private static func removeUnused(of parent: Data, keeping count: Int, except token: Data = Data(), _ db: Database) throws {
    let unused = try Data.fetchAll(
      db, sql: "SELECT sha256 FROM token WHERE parent = ? AND sha256 <> ? ORDER BY created_at_ms DESC LIMIT -1 OFFSET ?",
      arguments: [parent, token, count])
    for token in unused {
      try db.execute(sql: "DELETE FROM refresh_token WHERE token = ?", arguments: [token])
      try db.execute(sql: "DELETE FROM token WHERE sha256 = ?", arguments: [token])
    }
  }

  private static func revoke(family: Data, _ db: Database) throws {
    try db.execute(sql: "DELETE FROM refresh_token WHERE family = ?", arguments: [family])
    try db.execute(sql: "DELETE FROM token WHERE family = ?", arguments: [family])
  }

  private static func hash(_ token: some StringProtocol) -> Data { Data(SHA256.of(String(token))) }
}
