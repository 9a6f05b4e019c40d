import HealthModel
import Postgres

/// The server's data in a PostgreSQL database, which several servers may share.
struct PostgresStore: BackendStore {
  private let database: PostgresDatabase
  private let limits: BackendLimits
  private let now: @Sendable () -> Int64
  private let pushes: PostgresPushes
  private let changes: PostgresChanges

  /// A store in a database. `now` gives milliseconds since 1970.
  init(_ database: PostgresDatabase, limits: BackendLimits = BackendLimits(), now: @escaping @Sendable () -> Int64) {
    self.database = database
    self.limits = limits
    self.now = now
    pushes = PostgresPushes(limits: limits, now: now)
    changes = PostgresChanges(limits: limits)
  }

  func lastServedMs() throws -> Int64? {
    try database.command(isRepeatable: true) { connection in try connection.run("SELECT max(seen_ms) FROM server").integer(0, 0) }
  }

  func beginServing() throws -> ServingLock? {
    try database.command(isRepeatable: true) { [limits, now] connection in
      let nowMs = now()
      try PostgresMoveMark.requireUnsetForCommand(connection)
      try note(nowMs, connection)
      try PostgresPurge.run(deletedMs: nowMs - limits.tombstonesMs, eventsMs: nowMs - limits.eventsMs, connection)
    }
    return nil
  }

  func close() { try? database.command { [now] connection in try note(now(), connection) } }

  func trouble() async -> String? {
    do {
      let (isWritable, isMoved) = try await database.run { connection in
        let rows = try connection.run(
          "SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off', \(PostgresMoveMark.isSet)")
        return (rows.integer(0, 0) == 1, rows.integer(0, 1) == 1)
      }
      if isMoved { return "the server's data were moved" }
      return isWritable ? nil : "the server's database takes no writes"
    } catch {
      return "the server can't use its database"
    }
  }

  func find(_ token: TokenHash) async throws -> TokenFinding {
    try await database.run { [now] connection in try PostgresTokens.find(token, nowMs: now(), connection) }
  }

  func noteUse(of token: TokenHash, hourMs: Int64) async throws {
    try await database.run { try PostgresTokens.noteUse(of: token, hourMs: hourMs, $0) }
  }

  func confirm(_ token: TokenHash) async throws {
    try await database.run { [now] connection in
      try connection.transaction { try PostgresTokens.confirm(token, nowMs: now(), connection) }
    }
  }

  func refresh(_ refreshToken: TokenHash) async throws -> Credentials? {
    try await database.run { [limits, now] connection in
      try connection.transaction { try PostgresTokens.refresh(refreshToken, limits: limits, nowMs: now(), connection) }
    }
  }

  func push(_ request: PushRequest, owner: Owner) async throws -> [UInt8] {
    try await database.run(owner) { [pushes] connection in try pushes.push(request, owner: owner, connection) }
  }

  func lastPush(of device: String, owner: Owner) async throws -> LastPush? {
    try await database.run { [pushes] connection in try pushes.lastPush(of: device, owner: owner, connection) }
  }

  func page(_ query: ChangesQuery, owner: Owner) async throws -> [UInt8] {
    try await database.run { [changes] connection in try changes.page(query, owner: owner, connection) }
  }

  func store(_ portion: EventPortion, owner: Owner) async throws -> EventOutcome {
    try await database.run(owner) { [limits, now] connection in
      try PostgresEvents.store(portion, owner: owner, limits: limits, nowMs: now(), connection)
    }
  }

  func log(_ meal: PushedRecord, owner: Owner) async throws -> Bool {
    try await database.run(owner) { [pushes] connection in try pushes.log(meal, owner: owner, connection) }
  }

  private func note(_ nowMs: Int64, _ connection: PostgresConnection) throws {
    try connection.run(
      "INSERT INTO server(one, seen_ms) VALUES (1, $1) ON CONFLICT(one) DO UPDATE SET seen_ms = excluded.seen_ms", [.integer(nowMs)])
  }
}

extension PostgresStore {
  func addUser(_ name: String, _ grant: TokenGrant, by osUser: String) throws -> Credentials {
    try database.command { [now] in try PostgresUsers.add(name, grant, by: osUser, nowMs: now(), $0) }
  }

  func addToken(for name: String, _ grant: TokenGrant, by osUser: String) throws -> Credentials {
    try database.command { [now] in try PostgresUsers.addToken(for: name, grant, by: osUser, nowMs: now(), $0) }
  }

  func tokens(of name: String) throws -> [TokenSummary] {
    let owner = try owner(named: name)
    return try database.command(isRepeatable: true) { [now] in try PostgresTokenList.tokens(of: owner.id, nowMs: now(), $0) }
  }

  func revokeTokens(of name: String, by osUser: String) throws -> Int {
    try changing(name, .userRevoke, by: osUser) { id, connection in try PostgresTokens.revoke(owner: id, connection) }
  }

  func revokeToken(_ id: String, of name: String, by osUser: String) throws {
    try changing(name, .userRevokeToken, by: osUser) { owner, connection in
      guard try PostgresTokenList.revoke(id, owner: owner, connection) else { throw BackendError.unknownToken(id, of: name) }
    }
  }

  func deleteUser(_ name: String, by osUser: String) throws -> Bool {
    // First all tokens, so that nothing new comes.
    let id = try changing(name, .userDelete, by: osUser, isRepeatable: true) { id, connection in
      _ = try PostgresTokens.revoke(owner: id, connection)
      return id
    }
    try database.command(isRepeatable: true) { try PostgresUsers.delete(id, $0) }
    return true
  }

  func noteExport(of name: String, by osUser: String) throws {
    let record = AuditedCommand.userExport.record(of: name, by: osUser, atMs: now())
    try database.command { connection in
      try connection.transaction {
        _ = try PostgresUsers.owner(named: name, connection)
        try PostgresAudit.add(record, connection)
      }
    }
  }

  func audit(most: Int) throws -> [AuditRecord] { try database.command(isRepeatable: true) { try PostgresAudit.newest(most, $0) } }

  func owner(named name: String) throws -> Owner { try database.command(isRepeatable: true) { try PostgresUsers.owner(named: name, $0) } }

  func devices(of owner: Owner) throws -> [JSON] { try database.command(isRepeatable: true) { try PostgresUsers.devices(of: owner, $0) } }

  func events(of owner: Owner, after place: EventPlace?, most: Int) throws -> [StoredEvent] {
    try database.command(isRepeatable: true) { try PostgresEvents.some(of: owner, after: place, most: most, $0) }
  }

  func check() throws -> CheckReport { try PostgresCheck.run(database) }

  private func changing<T: Sendable>(
    _ name: String, _ command: AuditedCommand, by osUser: String, isRepeatable: Bool = false,
    _ body: @escaping @Sendable (_ id: String, PostgresConnection) throws -> T
  ) throws -> T {
    let record = command.record(of: name, by: osUser, atMs: now())
    return try database.command(isRepeatable: isRepeatable) { connection in
      try PostgresUsers.changing(name, noting: record, connection) { id in try body(id, connection) }
    }
  }

  func users() throws -> [UserSummary] { try database.command(isRepeatable: true) { [now] in try PostgresUsers.list(nowMs: now(), $0) } }
}
