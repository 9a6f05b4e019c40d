import BulkSQL
import GRDB
import HealthModel

/// The users of the backend: names, and their tokens.
package struct UserDirectory: Sendable {
  private let database: BackendDatabase
  private let limits: BackendLimits
  private let now: @Sendable () -> Int64

  /// The users in a database. `now` gives milliseconds since 1970.
  package init(_ database: BackendDatabase, limits: BackendLimits = BackendLimits(), now: @escaping @Sendable () -> Int64) {
    self.database = database
    self.limits = limits
    self.now = now
  }

  /// Adds a user and returns their first token. It takes effect on a running server at once.
  ///
  /// - Parameter lifetimeMs: the lifetime of the token and of each renewed one, in milliseconds; `nil` = until it is
  ///   revoked.
  package func add(_ name: String, lifetimeMs: Int64? = nil) throws(BackendError) -> Credentials {
    guard UserDirectory.isName(name) else {
      throw BackendError(
        .badName, "\"\(name)\" can't be a user's name", hint: "use 1 to 64 of: letters, digits, and . _ - @ + after the first")
    }
    return try write { db in
      if try ownerNumber(of: name, db) != nil {
        throw BackendError(.userExists, "there is a user \(name) already", hint: "for another token: hsync-backend user token \(name)")
      }
      try db.execute(
        sql: "INSERT INTO owner(id, name, created_at_ms) VALUES (?, ?, ?)", arguments: [RandomText.hex(bytes: 16), name, now()])
      let owner = db.lastInsertedRowID
      try Epochs.open(db, owner: owner)
      return try Tokens.make(for: owner, lifetimeMs: lifetimeMs, nowMs: now(), db)
    }
  }

  /// Makes one more token for a user; the others stay valid. `lifetimeMs` as for `add`.
  package func addToken(for name: String, lifetimeMs: Int64? = nil) throws(BackendError) -> Credentials {
    try write { db in try Tokens.make(for: known(name, db), lifetimeMs: lifetimeMs, nowMs: now(), db) }
  }

  /// Makes all tokens and refresh tokens of a user invalid, from the next request on, and returns how many tokens there were. Their records
  /// stay.
  package func revokeTokens(of name: String) throws(BackendError) -> Int {
    try write { db in try Tokens.revoke(owner: known(name, db), db) }
  }

  /// Permanently deletes a user with their tokens, devices and records, overwriting the records with zeros in the file.
  package func delete(_ name: String) throws(BackendError) {
    try write(erasing: true) { db in
      try db.execute(sql: "DELETE FROM owner WHERE n = ?", arguments: [known(name, db)])
    }
  }

  /// One line of `user list`.
  package struct Summary: Sendable, Equatable {
    /// The name they were added by.
    package let name: String
    /// Tokens that are valid, or can be renewed.
    package let tokens: Int
    /// Records that aren't deleted.
    package let records: Int
    /// Devices that have pushed.
    package let devices: Int
    /// Milliseconds since 1970 of the last push, `nil` when there was none.
    package let lastPushAtMs: Int64?

    /// `{"name":"alice","tokens":1,"records":3,"devices":1,"last_push_at_ms":null}`.
    package var json: JSON {
      .object([
        ("name", .string(name)), ("tokens", JSON(tokens)), ("records", JSON(records)), ("devices", JSON(devices)),
        ("last_push_at_ms", lastPushAtMs.map { JSON($0) } ?? .null),
      ])
    }
  }

  /// All users by name.
  package func list() throws(BackendError) -> [Summary] {
    try mapped {
      try database.pool.read { db in
        let rows = try Row.fetchAll(
          db,
          sql: """
            SELECT name,
              (SELECT count(*) FROM token WHERE owner = n AND parent IS NULL
                AND (expires_at_ms IS NULL OR expires_at_ms > ?
                  OR EXISTS (SELECT 1 FROM refresh_token WHERE refresh_token.token = token.sha256 AND used_at_ms IS NULL))) AS tokens,
              (SELECT count(*) FROM rec WHERE owner = n AND body IS NOT NULL) AS records,
              (SELECT count(*) FROM device WHERE owner = n) AS devices,
              (SELECT max(seen_at_ms) FROM device WHERE owner = n) AS seen
            FROM owner ORDER BY name
            """, arguments: [now()])
        return try rows.map {
          try Summary(
            name: $0.value("name"), tokens: $0.value("tokens"), records: $0.value("records"), devices: $0.value("devices"),
            lastPushAtMs: $0.value("seen"))
        }
      }
    }
  }

  /// One user's line.
  package func summary(of name: String) throws(BackendError) -> Summary {
    guard let summary = try list().first(where: { $0.name == name }) else { throw unknown(name) }
    return summary
  }

  /// Returns the owner of this token; throws 401 when it is unknown or has expired. Queries the database each time, so
  /// that a revoked token is rejected at once.
  func owner(ofToken token: Substring) async throws -> Owner {
    switch try await database.pool.read({ db in try Tokens.find(token, nowMs: now(), db) }) {
    case .unknown: throw Refusal.unauthorized
    case .expired: throw Refusal.tokenExpired
    case .valid(let owner, isNew: false): return owner
    case .valid(let owner, isNew: true):
      try await database.commits.write { db in try Tokens.confirm(token, nowMs: now(), db) }
      return owner
    }
  }

  /// Returns the credentials for a refresh token; `nil` when it is unknown.
  func refresh(_ refreshToken: String) async throws -> Credentials? {
    try await database.commits.write { db in try Tokens.refresh(refreshToken, limits: limits, nowMs: now(), db) }
  }

  // MARK: -

  private static func isName(_ name: String) -> Bool {
    guard (1...64).contains(name.utf8.count), let first = name.utf8.first, isLetterOrDigit(first) else { return false }
    return name.utf8.allSatisfy { isLetterOrDigit($0) || "._-@+".utf8.contains($0) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }

  private func ownerNumber(of name: String, _ db: Database) throws -> Int64? {
    try Int64.fetchOne(db, sql: "SELECT n FROM owner WHERE name = ?", arguments: [name])
  }

  private func known(_ name: String, _ db: Database) throws -> Int64 {
    guard let number = try ownerNumber(of: name, db) else { throw unknown(name) }
    return number
  }

  private func unknown(_ name: String) -> BackendError {
    BackendError(.unknownUser, "there is no user \(name)", hint: "hsync-backend user list")
  }

  /// Runs one transaction, with the reserved disk space when the disk is full. With `erasing`, deleted data is
  /// overwritten, in the log file, too.
  private func write<T>(erasing: Bool = false, _ body: (Database) throws -> T) throws(BackendError) -> T {
    try mapped {
      if erasing { try database.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA secure_delete = ON") } }
      let result: T
      do {
        result = try database.pool.write(body)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL && database.reserve.release() {
        defer { database.reserve.fill() }
        result = try database.pool.write(body)
      }
      // The log shrinks when its last reader is done; a running server may be one.
      if erasing { _ = try? database.pool.writeWithoutTransaction { try $0.checkpoint(.truncate) } }
      return result
    }
  }

  private func mapped<T>(_ body: () throws -> T) throws(BackendError) -> T {
    do {
      return try body()
    } catch let error as BackendError {
      throw error
    } catch {
      throw BackendError(opening: database.folder + "/backend.db", error)
    }
  }
}
