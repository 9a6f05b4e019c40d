import BulkSQL
import GRDB
import HealthModel

/// The server's data in one SQLite file.
struct SQLiteStore: BackendStore {
  private let database: BackendDatabase
  private let limits: BackendLimits
  private let now: @Sendable () -> Int64
  private let pushes: SQLitePushes
  private let changes: SQLiteChanges
  private let events: SQLiteEvents
  private let meals: SQLiteMeals

  /// A store in a database. `now` gives milliseconds since 1970.
  init(_ database: BackendDatabase, limits: BackendLimits = BackendLimits(), now: @escaping @Sendable () -> Int64) {
    self.database = database
    self.limits = limits
    self.now = now
    pushes = SQLitePushes(database: database, limits: limits, now: now)
    changes = SQLiteChanges(database: database, limits: limits)
    events = SQLiteEvents(database: database, limits: limits, now: now)
    meals = SQLiteMeals(database: database, limits: limits, now: now)
  }

  func lastServedMs() throws -> Int64? { try database.lastServedMs() }

  func beginServing() throws -> ServingLock? {
    let lock = try ServingLock(folder: database.folder)
    try database.requireNotMoved()
    try database.beginServing(nowMs: now(), limits: limits)
    return lock
  }

  func close() { database.close(nowMs: now()) }

  func trouble() async -> String? {
    guard database.isInPlace else { return "the server's database isn't where it was" }
    guard (try? await database.pool.read { db in try MoveMark.isSet(db) }) != true else { return "the server's data were moved" }
    guard database.reserve.isDiskWritable() else { return "the server's disk takes no writes" }
    return (try? await database.checkWritable()) == nil ? "the server's database can't be written" : nil
  }

  func find(_ token: TokenHash) async throws -> TokenFinding {
    try await mapped {
      try await database.pool.read { db in
        try MoveMark.requireUnset(db)
        return try Tokens.find(token, nowMs: now(), db)
      }
    }
  }

  func noteUse(of token: TokenHash, hourMs: Int64) async throws {
    try await mapped { try await database.commits.write { db in try Tokens.noteUse(of: token, hourMs: hourMs, db) } }
  }

  func confirm(_ token: TokenHash) async throws {
    try await mapped { try await database.commits.write { db in try Tokens.confirm(token, nowMs: now(), db) } }
  }

  func refresh(_ refreshToken: TokenHash) async throws -> Credentials? {
    try await mapped { try await database.commits.write { db in try Tokens.refresh(refreshToken, limits: limits, nowMs: now(), db) } }
  }

  func push(_ request: PushRequest, owner: Owner) async throws -> [UInt8] {
    try await mapped { try await pushes.push(request, owner: owner) }
  }

  func lastPush(of device: String, owner: Owner) async throws -> LastPush? {
    try await mapped { try await pushes.lastPush(of: device, owner: owner) }
  }

  func page(_ query: ChangesQuery, owner: Owner) async throws -> [UInt8] {
    try await mapped { try await changes.page(query, owner: owner) }
  }

  func store(_ portion: EventPortion, owner: Owner) async throws -> EventOutcome {
    try await mapped { try await events.store(portion, owner: owner) }
  }

  func log(_ meal: PushedRecord, owner: Owner) async throws -> Bool {
    try await mapped { try await meals.log(meal, owner: owner) }
  }

  private func mapped<T>(_ body: () async throws -> T) async throws -> T {
    do {
      return try await body()
    } catch let error as DatabaseError {
      throw StoreError(error)
    }
  }
}

extension SQLiteStore {
  func addUser(_ name: String, _ grant: TokenGrant, by osUser: String) throws -> Credentials {
    try database.command { db in
      if try SQLiteStore.ownerNumber(of: name, db) != nil { throw BackendError.userExists(name) }
      try db.execute(
        sql: "INSERT INTO owner(id, name, epoch, created_at_ms) VALUES (?, ?, ?, ?)",
        arguments: [RandomText.hex(bytes: 16), name, Epochs.first(), now()])
      let owner = db.lastInsertedRowID
      try note(.userAdd, of: name, by: osUser, db)
      return try Tokens.make(for: owner, grant, nowMs: now(), db)
    }
  }

  func addToken(for name: String, _ grant: TokenGrant, by osUser: String) throws -> Credentials {
    try database.command { db in
      let owner = try SQLiteStore.known(name, db)
      try note(.userToken, of: name, by: osUser, db)
      return try Tokens.make(for: owner, grant, nowMs: now(), db)
    }
  }

  func tokens(of name: String) throws -> [TokenSummary] {
    try database.reading { db in try SQLiteTokenList.tokens(of: SQLiteStore.known(name, db), nowMs: now(), db) }
  }

  func revokeTokens(of name: String, by osUser: String) throws -> Int {
    try database.command { db in
      let owner = try SQLiteStore.known(name, db)
      try note(.userRevoke, of: name, by: osUser, db)
      return try Tokens.revoke(owner: owner, db)
    }
  }

  func revokeToken(_ id: String, of name: String, by osUser: String) throws {
    try database.command { db in
      guard try SQLiteTokenList.revoke(id, owner: SQLiteStore.known(name, db), db) else { throw BackendError.unknownToken(id, of: name) }
      try note(.userRevokeToken, of: name, by: osUser, db)
    }
  }

  func noteExport(of name: String, by osUser: String) throws {
    try database.command { db in
      _ = try SQLiteStore.known(name, db)
      try note(.userExport, of: name, by: osUser, db)
    }
  }

  func audit(most: Int) throws -> [AuditRecord] { try database.reading { db in try SQLiteAudit.newest(most, db) } }

  /// Overwrites the records with zeros in the file.
  func deleteUser(_ name: String, by osUser: String) throws -> Bool {
    try UserDeletion(of: name, in: database).run { db in try note(.userDelete, of: name, by: osUser, db) }
  }

  func users() throws -> [UserSummary] { try database.summaries(nowMs: now()) }

  func owner(named name: String) throws -> Owner {
    try database.reading { db in
      let row = try Row.fetchOne(db, sql: "SELECT n, id FROM owner WHERE name = ?", arguments: [name])
      guard let row else { throw BackendError.unknownUser(name) }
      return try Owner(number: row.value(0), id: row.value(1))
    }
  }

  func devices(of owner: Owner) throws -> [JSON] {
    try database.reading { db in
      try Row.fetchAll(db, sql: "SELECT dev, last, seen_at_ms FROM device WHERE owner = ? ORDER BY dev", arguments: [owner.number]).map {
        try PushLedger.json(device: $0.value(0), last: $0.value(1), seenAtMs: $0.value(2))
      }
    }
  }

  func events(of owner: Owner, after place: EventPlace?, most: Int) throws -> [StoredEvent] {
    try database.reading { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT dev, file, "offset", received_at_ms, body FROM event WHERE owner = ? AND (dev, file, "offset") > (?, ?, ?)
          ORDER BY dev, file, "offset" LIMIT ?
          """, arguments: [owner.number, place?.device ?? "", place?.file ?? -1, place?.offset ?? -1, most])
      return try rows.map {
        try StoredEvent(
          place: EventPlace(device: $0.value(0), file: $0.value(1), offset: $0.value(2)), receivedAtMs: $0.value(3), body: $0.value(4))
      }
    }
  }

  func check() throws -> CheckReport { try database.telling { try SQLiteCheck.run(database) } }

  private func note(_ command: AuditedCommand, of name: String, by osUser: String, _ db: Database) throws {
    try SQLiteAudit.add(command.record(of: name, by: osUser, atMs: now()), db)
  }

  private static func ownerNumber(of name: String, _ db: Database) throws -> Int64? {
    try Int64.fetchOne(db, sql: "SELECT n FROM owner WHERE name = ?", arguments: [name])
  }

  /// The number of the owner of that name.
  static func known(_ name: String, _ db: Database) throws -> Int64 {
    guard let number = try ownerNumber(of: name, db) else { throw BackendError.unknownUser(name) }
    return number
  }
}

extension StoreError {
  /// The error for a failure of SQLite.
  init(_ error: DatabaseError) {
    let kind: StoreFailure.Kind =
      switch error.resultCode {
      case .SQLITE_FULL: .full
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
      case .SQLITE_CANTOPEN: .cannotOpen
      case .SQLITE_NOMEM: .outOfMemory
      case .SQLITE_READONLY, .SQLITE_PERM: .readOnly
      case .SQLITE_IOERR: .disk
      case .SQLITE_CONSTRAINT where error.extendedResultCode == .SQLITE_CONSTRAINT_TRIGGER: .moved
      default: .fault
      }
    // SQLite's own message: arguments of statements aren't public in it, so no values reach the log.
    self = .failed(StoreFailure(kind: kind, code: "\(error.extendedResultCode)", message: error.message ?? ""))
  }
}
