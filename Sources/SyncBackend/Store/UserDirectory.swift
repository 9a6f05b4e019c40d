import HealthModel

/// The users of the backend: names, and their tokens.
package struct UserDirectory: Sendable {
  private let store: any BackendStore
  private let osUser: String

  /// The users in a store. `osUser`: who is noted in the audit.
  init(_ store: any BackendStore, osUser: String = OSUser.name) {
    self.store = store
    self.osUser = osUser
  }

  /// Adds a user and returns their first token. It takes effect on a running server at once.
  ///
  /// - Parameters:
  ///   - lifetimeMs: the lifetime of the token and of each renewed one, in milliseconds; `nil` = until it is revoked.
  ///   - scope: the requests that they allow.
  package func add(_ name: String, lifetimeMs: Int64? = nil, scope: TokenScope = .all) throws(BackendError) -> Credentials {
    guard UserDirectory.isName(name) else {
      throw BackendError(
        .badName, "\"\(name)\" can't be a user's name", hint: "use 1 to 64 of: letters, digits, and . _ - @ + after the first")
    }
    return try BackendError.telling { try store.addUser(name, TokenGrant(lifetimeMs: lifetimeMs, scope: scope), by: osUser) }
  }

  /// Makes one more token for a user; the others stay valid. Parameters as for `add`.
  package func addToken(for name: String, lifetimeMs: Int64? = nil, scope: TokenScope = .all) throws(BackendError) -> Credentials {
    try BackendError.telling { try store.addToken(for: name, TokenGrant(lifetimeMs: lifetimeMs, scope: scope), by: osUser) }
  }

  /// A user's tokens, the oldest first.
  package func tokens(of name: String) throws(BackendError) -> [TokenSummary] { try BackendError.telling { try store.tokens(of: name) } }

  /// Makes one token invalid, from the next request on, with its refresh token and every token that came or comes from that. `id`: as in
  /// `tokens(of:)`.
  package func revokeToken(_ id: String, of name: String) throws(BackendError) {
    try BackendError.telling { try store.revokeToken(id, of: name, by: osUser) }
  }

  /// The newest records of the audit, the newest first, at most so many.
  package func audit(most: Int) throws(BackendError) -> [AuditRecord] { try BackendError.telling { try store.audit(most: most) } }

  /// Makes all tokens and refresh tokens of a user invalid, from the next request on, and returns how many tokens there were. Their records
  /// stay.
  package func revokeTokens(of name: String) throws(BackendError) -> Int {
    try BackendError.telling { try store.revokeTokens(of: name, by: osUser) }
  }

  /// Permanently deletes a user with their tokens, devices and records.
  ///
  /// - Returns: false when SQLite's log still holds some of it, because another program reads it; it is emptied when all have closed the file.
  @discardableResult
  package func delete(_ name: String) throws(BackendError) -> Bool {
    try BackendError.telling { try store.deleteUser(name, by: osUser) }
  }

  /// All users by name.
  package func list() throws(BackendError) -> [UserSummary] { try BackendError.telling { try store.users() } }

  /// One user's line.
  package func summary(of name: String) throws(BackendError) -> UserSummary {
    guard let summary = try list().first(where: { $0.name == name }) else { throw .unknownUser(name) }
    return summary
  }

  /// Writes all that the server keeps of a user, a JSON object a line; see `UserExport`.
  package func export(_ name: String, write: (String) -> Void) async throws(BackendError) -> (records: Int, events: Int) {
    do {
      try store.noteExport(of: name, by: osUser)
      return try await UserExport(store: store).run(name, write: write)
    } catch StoreError.unauthorized {
      throw .unknownUser(name)
    } catch {
      throw BackendError(thrown: error)
    }
  }

  /// Compares the database's counters with its rows.
  package func check() throws(BackendError) -> CheckReport { try BackendError.telling { try store.check() } }

  /// Returns the owner of this token; throws when it is unknown or has expired.
  func owner(ofToken token: Substring) async throws -> Owner {
    let hash = TokenRules.hash(token)
    switch try await store.find(hash) {
    case .unknown: throw StoreError.unauthorized
    case .expired: throw StoreError.tokenExpired
    case .valid(let owner, isNew: false): return owner
    case .valid(let owner, isNew: true):
      try await store.confirm(hash)
      return owner
    }
  }

  /// Notes the use of the owner's token, at most once an hour. Best effort: a request isn't refused because its time can't be noted.
  func noteUse(by owner: Owner) async {
    guard let token = owner.token, let hourMs = owner.unnotedHourMs else { return }
    try? await store.noteUse(of: token, hourMs: hourMs)
  }

  /// Returns the credentials for a refresh token; `nil` when it is unknown.
  func refresh(_ refreshToken: String) async throws -> Credentials? { try await store.refresh(TokenRules.hash(refreshToken)) }

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
}

extension BackendError {
  /// The error for a name that no user has.
  static func unknownUser(_ name: String) -> BackendError {
    BackendError(.unknownUser, "there is no user \(name)", hint: "hsync-backend user list")
  }

  /// The error for an id that no token of a user has.
  static func unknownToken(_ id: String, of name: String) -> BackendError {
    BackendError(.unknownToken, "\(name) has no token \(id)", hint: "hsync-backend user tokens \(name)")
  }

  /// The error for the name of a user that there is already.
  static func userExists(_ name: String) -> BackendError {
    BackendError(.userExists, "there is a user \(name) already", hint: "for another token: hsync-backend user token \(name)")
  }
}
