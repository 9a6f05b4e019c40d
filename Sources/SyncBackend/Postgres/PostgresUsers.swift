import HealthModel
import Postgres

/// The work of the `user` commands in PostgreSQL, beside running servers.
enum PostgresUsers {
  /// Rows that are deleted at once.
  private static let batch: Int64 = 5000

  /// Adds a user and returns their first token.
  static func add(
    _ name: String, _ grant: TokenGrant, by osUser: String, nowMs: Int64, _ connection: PostgresConnection
  ) throws -> Credentials {
    try connection.transaction {
      let id = RandomText.hex(bytes: 16)
      let added = try connection.run("INSERT INTO user_name(name, owner) VALUES ($1, $2) ON CONFLICT DO NOTHING", [.text(name), .text(id)])
      try PostgresMoveMark.requireUnsetForCommand(connection)
      guard added.changed == 1 else { throw BackendError.userExists(name) }
      try connection.run(
        "INSERT INTO owner(id, name, epoch, created_at_ms) VALUES ($1, $2, $3, $4)",
        [.text(id), .text(name), .text(PostgresEpochs.first(of: id, in: connection.epoch)), .integer(nowMs)])
      try PostgresAudit.add(AuditedCommand.userAdd.record(of: name, by: osUser, atMs: nowMs), connection)
      return try PostgresTokens.make(for: id, grant, nowMs: nowMs, connection)
    }
  }

  /// Makes one more token for a user.
  static func addToken(
    for name: String, _ grant: TokenGrant, by osUser: String, nowMs: Int64, _ connection: PostgresConnection
  ) throws -> Credentials {
    try changing(name, noting: AuditedCommand.userToken.record(of: name, by: osUser, atMs: nowMs), connection) { id in
      try PostgresTokens.make(for: id, grant, nowMs: nowMs, connection)
    }
  }

  /// Runs `body` with the id of a user, whose row is locked, in one transaction with a record of the audit.
  static func changing<T>(
    _ name: String, noting record: AuditRecord, _ connection: PostgresConnection, _ body: (_ id: String) throws -> T
  ) throws -> T {
    try connection.transaction {
      let id = try locked(name, connection)
      let result = try body(id)
      try PostgresAudit.add(record, connection)
      return result
    }
  }

  /// Deletes a user, by id, with all that is theirs, in batches, the name last. One that was interrupted is continued by the next.
  static func delete(_ id: String, _ connection: PostgresConnection) throws {
    try deleteAll(
      """
      DELETE FROM rec WHERE owner = $1 AND (kind, id) IN (SELECT kind, id FROM rec WHERE owner = $1 LIMIT $2)
      """, of: id, connection)
    try deleteAll(
      """
      DELETE FROM event WHERE owner = $1 AND (dev, file, "offset") IN (SELECT dev, file, "offset" FROM event WHERE owner = $1 LIMIT $2)
      """, of: id, connection)
    try connection.transaction {
      for table in ["device", "owner_epoch", "user_name"] { try connection.run("DELETE FROM \(table) WHERE owner = $1", [.text(id)]) }
      try connection.run("DELETE FROM owner WHERE id = $1", [.text(id)])
    }
  }

  /// All users by name.
  static func list(nowMs: Int64, _ connection: PostgresConnection) throws -> [UserSummary] {
    // Tokens by themselves: they may be on other nodes than the rest.
    let valid = try connection.run(
      """
      SELECT owner::text, count(*) FROM token WHERE \(PostgresTokenList.isInUse) GROUP BY owner
      """, [.integer(nowMs)])
    let tokens = Dictionary(
      (0..<valid.count).map { (valid.text($0, 0) ?? "", Int(valid.integer($0, 1) ?? 0)) }, uniquingKeysWith: { $1 })
    let rows = try connection.run(
      """
      SELECT id::text, name,
        (SELECT count(*) FROM rec WHERE owner = o.id AND body IS NOT NULL),
        (SELECT count(*) FROM device WHERE owner = o.id),
        (SELECT max(seen_at_ms) FROM device WHERE owner = o.id)
      FROM owner o ORDER BY name
      """)
    return (0..<rows.count).map { n in
      UserSummary(
        name: rows.text(n, 1) ?? "", tokens: tokens[rows.text(n, 0) ?? ""] ?? 0, records: Int(rows.integer(n, 2) ?? 0),
        devices: Int(rows.integer(n, 3) ?? 0), lastPushAtMs: rows.integer(n, 4))
    }
  }

  /// The owner of that name, without a token.
  static func owner(named name: String, _ connection: PostgresConnection) throws -> Owner {
    let rows = try connection.run("SELECT replace(owner::text, '-', '') FROM user_name WHERE name = $1", [.text(name)])
    guard rows.count == 1, let id = rows.text(0, 0) else { throw BackendError.unknownUser(name) }
    return Owner(number: 0, id: id)
  }

  /// An owner's devices; see `BackendStore.devices(of:)`.
  static func devices(of owner: Owner, _ connection: PostgresConnection) throws -> [JSON] {
    let rows = try connection.run("SELECT dev, last, seen_at_ms FROM device WHERE owner = $1 ORDER BY dev", [.text(owner.id)])
    return (0..<rows.count).map {
      PushLedger.json(device: rows.text($0, 0) ?? "", last: rows.integer($0, 1) ?? 0, seenAtMs: rows.integer($0, 2) ?? 0)
    }
  }

  // MARK: -

  /// Returns the id of a user, whose row is locked: a push under way has ended.
  private static func locked(_ name: String, _ connection: PostgresConnection) throws -> String {
    let rows = try connection.run("SELECT replace(owner::text, '-', '') FROM user_name WHERE name = $1", [.text(name)])
    guard rows.count == 1, let id = rows.text(0, 0) else { throw BackendError.unknownUser(name) }
    try connection.run("SELECT 1 FROM owner WHERE id = $1 FOR UPDATE", [.text(id)])
    try PostgresMoveMark.requireUnsetForCommand(connection)
    return id
  }

  private static func deleteAll(_ sql: String, of owner: String, _ connection: PostgresConnection) throws {
    while try connection.run(sql, [.text(owner), .integer(batch)]).changed > 0 {}
  }
}
