import Crypto
import FoundationEssentials
import GRDB

/// The rows of `token` and `refresh_token`, in the caller's transaction.
///
/// Tokens are 256 random bits, so their SHA-256 is enough to keep: there is nothing to guess, and a stolen file holds no token.
///
/// A refresh token is exchanged for a new pair (RFC 6749, 6). The answer may be lost, so the old one goes on being valid until the new pair
/// shows up here for the first time: then its device has it, and the old one and all other pairs given for it are removed. `token.parent` is
/// the refresh token that a pair was given for, NULL from that moment on.
enum Tokens {
  /// What a token that was shown means.
  enum Finding: Sendable {
    /// It is of this owner. `isNew`: it came from a refresh and is shown for the first time, to be told by `confirm`.
    case valid(Owner, isNew: Bool)
    /// It was of somebody, and has ended.
    case expired
    /// It is nobody's.
    case unknown
  }

  /// Makes credentials for an owner.
  ///
  /// - Parameters:
  ///   - lifetimeMs: how long the token is valid; `nil` = until it is revoked, and without a refresh token.
  ///   - parent: the hash of the refresh token that they are given for.
  static func make(for owner: Int64, lifetimeMs: Int64?, parent: Data? = nil, nowMs: Int64, _ db: Database) throws -> Credentials {
    let token = RandomText.hex(bytes: 32)
    try db.execute(
      sql: "INSERT INTO token(sha256, owner, created_at_ms, expires_at_ms, parent) VALUES (?, ?, ?, ?, ?)",
      arguments: [hash(token), owner, nowMs, lifetimeMs.map { nowMs + $0 }, parent])
    guard let lifetimeMs else { return Credentials(token: token, renewal: nil) }
    let refreshToken = RandomText.hex(bytes: 32)
    try db.execute(
      sql: "INSERT INTO refresh_token(sha256, owner, token, lifetime_ms, created_at_ms) VALUES (?, ?, ?, ?, ?)",
      arguments: [hash(refreshToken), owner, hash(token), lifetimeMs, nowMs])
    return Credentials(token: token, renewal: .init(refreshToken: refreshToken, expiresAtMs: nowMs + lifetimeMs))
  }

  /// Whose token this is.
  static func find(_ token: Substring, nowMs: Int64, _ db: Database) throws -> Finding {
    let statement = try db.cachedStatement(
      sql: """
        SELECT owner.n, owner.id, token.expires_at_ms, token.parent IS NOT NULL
        FROM token JOIN owner ON owner.n = token.owner WHERE token.sha256 = ?
        """)
    guard let row = try Row.fetchOne(statement, arguments: [hash(token)]) else { return .unknown }
    if let end: Int64 = row[2], end <= nowMs { return .expired }
    return .valid(Owner(number: row[0], id: row[1]), isNew: row[3])
  }

  /// Notes that the device has a token: what it was given for, and what else was given for that, is removed. Nothing the second time.
  static func confirm(_ token: Substring, _ db: Database) throws { try confirm(hash: hash(token), db) }

  /// The credentials given for a refresh token; `nil` when it is nobody's (any more).
  static func refresh(_ refreshToken: String, nowMs: Int64, _ db: Database) throws -> Credentials? {
    let parent = hash(refreshToken)
    let row = try Row.fetchOne(db, sql: "SELECT owner, token, lifetime_ms FROM refresh_token WHERE sha256 = ?", arguments: [parent])
    guard let row else { return nil }
    // Who shows the refresh token has the token beside it, even if that was never used.
    try confirm(hash: row[1], db)
    let owner: Int64 = row[0]
    // A token that has ended is kept only for the better answer while it can be renewed.
    try db.execute(
      sql: """
        DELETE FROM token WHERE owner = ? AND expires_at_ms <= ?
          AND NOT EXISTS (SELECT 1 FROM refresh_token WHERE refresh_token.token = token.sha256)
        """, arguments: [owner, nowMs])
    return try make(for: owner, lifetimeMs: row[2], parent: parent, nowMs: nowMs, db)
  }

  /// Removes all tokens and refresh tokens of an owner. Returns the number of tokens.
  static func revoke(owner: Int64, _ db: Database) throws -> Int {
    try db.execute(sql: "DELETE FROM refresh_token WHERE owner = ?", arguments: [owner])
    try db.execute(sql: "DELETE FROM token WHERE owner = ?", arguments: [owner])
    return db.changesCount
  }

  // MARK: -

  private static func confirm(hash: Data, _ db: Database) throws {
    guard let parent = try Data.fetchOne(db, sql: "SELECT parent FROM token WHERE sha256 = ?", arguments: [hash]) else { return }
    try db.execute(sql: "DELETE FROM refresh_token WHERE sha256 = ?", arguments: [parent])
    try db.execute(
      sql: "DELETE FROM refresh_token WHERE token IN (SELECT sha256 FROM token WHERE parent = ? AND sha256 <> ?)",
      arguments: [parent, hash])
    try db.execute(sql: "DELETE FROM token WHERE parent = ? AND sha256 <> ?", arguments: [parent, hash])
    try db.execute(sql: "UPDATE token SET parent = NULL WHERE sha256 = ?", arguments: [hash])
  }

  private static func hash(_ token: some StringProtocol) -> Data { Data(SHA256.hash(data: Array(token.utf8))) }
}
