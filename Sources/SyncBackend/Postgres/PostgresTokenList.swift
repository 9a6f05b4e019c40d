import Postgres

/// Lists the tokens of a user in PostgreSQL, and revokes single ones.
enum PostgresTokenList {
  /// A condition of tokens that count: the device has them, and they are valid or can be renewed. `$1` is the time.
  static let isInUse = """
    token.parent IS NULL AND (token.expires_at_ms IS NULL OR token.expires_at_ms > $1
      OR EXISTS (SELECT 1 FROM refresh_token WHERE refresh_token.token = token.sha256 AND used_at_ms IS NULL))
    """

  /// An owner's tokens in use, the oldest first.
  static func tokens(of owner: String, nowMs: Int64, _ connection: PostgresConnection) throws -> [TokenSummary] {
    let rows = try connection.run(
      """
      SELECT sha256, scope, created_at_ms, expires_at_ms, used_hour_ms FROM token WHERE owner = $2 AND \(isInUse)
      ORDER BY created_at_ms, sha256
      """, [.integer(nowMs), .text(owner)])
    return (0..<rows.count).map {
      TokenSummary(
        hash: rows.bytes($0, 0) ?? [], scope: rows.text($0, 1) ?? "", createdAtMs: rows.integer($0, 2) ?? 0,
        expiresAtMs: rows.integer($0, 3), lastUsedAtMs: rows.integer($0, 4))
    }
  }

  /// Removes an owner's token by its id with its family, in the caller's transaction. Returns false when there is none.
  static func revoke(_ id: String, owner: String, _ connection: PostgresConnection) throws -> Bool {
    let rows = try connection.run("SELECT sha256, family FROM token WHERE owner = $1", [.text(owner)])
    guard let n = (0..<rows.count).first(where: { TokenRules.id(of: rows.bytes($0, 0) ?? []) == id }) else { return false }
    let values: [PostgresValue] = [.text(owner), .bytes(rows.bytes(n, 0)), .bytes(rows.bytes(n, 1))]
    try connection.run("DELETE FROM refresh_token WHERE owner = $1 AND (token = $2 OR family = $3)", values)
    try connection.run("DELETE FROM token WHERE owner = $1 AND (sha256 = $2 OR family = $3)", values)
    return true
  }
}
