import Crypto
import FoundationEssentials
import GRDB
import HealthModel

/// Who may use the backend: names, and the tokens that stand for them.
///
/// Tokens are 256 random bits, so their SHA-256 is enough to keep: there is nothing to guess, and a stolen file holds no token.
package struct UserDirectory: Sendable {
  private let database: BackendDatabase
  private let now: @Sendable () -> Int64

  /// The users in a database. `now` gives milliseconds since 1970.
  package init(_ database: BackendDatabase, now: @escaping @Sendable () -> Int64) {
    self.database = database
    self.now = now
  }

  /// Adds a user and returns their first token, 64 characters of `0-9a-f`. A running server knows it at once.
  package func add(_ name: String) throws(BackendError) -> String {
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
      return try makeToken(for: owner, db)
    }
  }

  /// Makes one more token for a user; the others stay valid.
  package func addToken(for name: String) throws(BackendError) -> String {
    try write { db in try makeToken(for: known(name, db), db) }
  }

  /// Makes all tokens of a user invalid, from the next request on, and returns how many there were. Their rows stay.
  package func revokeTokens(of name: String) throws(BackendError) -> Int {
    try write { db in
      try db.execute(sql: "DELETE FROM token WHERE owner = ?", arguments: [known(name, db)])
      return db.changesCount
    }
  }

  /// Deletes a user, their tokens, devices and records for good, overwriting the records with zeros in the file.
  package func delete(_ name: String) throws(BackendError) {
    try write(erasing: true) { db in
      try db.execute(sql: "DELETE FROM owner WHERE n = ?", arguments: [known(name, db)])
    }
  }

  /// One line of `user list`.
  package struct Summary: Sendable, Equatable {
    /// The name they were added by.
    package let name: String
    /// Tokens that are valid.
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
            SELECT name, (SELECT count(*) FROM token WHERE owner = n) AS tokens,
              (SELECT count(*) FROM rec WHERE owner = n AND body IS NOT NULL) AS records,
              (SELECT count(*) FROM device WHERE owner = n) AS devices,
              (SELECT max(seen_at_ms) FROM device WHERE owner = n) AS seen
            FROM owner ORDER BY name
            """)
        return rows.map {
          Summary(name: $0["name"], tokens: $0["tokens"], records: $0["records"], devices: $0["devices"], lastPushAtMs: $0["seen"])
        }
      }
    }
  }

  /// One user's line.
  package func summary(of name: String) throws(BackendError) -> Summary {
    guard let summary = try list().first(where: { $0.name == name }) else { throw unknown(name) }
    return summary
  }

  /// Whose token this is; `nil` when it is nobody's. Asked of the database each time, so that a revoked one is refused at once.
  func owner(ofToken token: Substring) async throws -> Owner? {
    let hash = UserDirectory.hash(token)
    return try await database.pool.read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT owner.n, owner.id FROM token JOIN owner ON owner.n = token.owner WHERE token.sha256 = ?")
      return try Row.fetchOne(statement, arguments: [hash]).map { Owner(number: $0[0], id: $0[1]) }
    }
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

  private static func hash(_ token: some StringProtocol) -> Data { Data(SHA256.hash(data: Array(token.utf8))) }

  private func makeToken(for owner: Int64, _ db: Database) throws -> String {
    let token = RandomText.hex(bytes: 32)
    try db.execute(
      sql: "INSERT INTO token(sha256, owner, created_at_ms) VALUES (?, ?, ?)", arguments: [UserDirectory.hash(token), owner, now()])
    return token
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

  /// One transaction. With `erasing`, what is deleted is overwritten, in the log file too.
  private func write<T>(erasing: Bool = false, _ body: (Database) throws -> T) throws(BackendError) -> T {
    try mapped {
      if erasing { try database.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA secure_delete = ON") } }
      let result = try database.pool.write(body)
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
