import HealthModel

/// A database of the server: it keeps users, tokens, records, pushes and events.
///
/// The decisions about storing, refusing and forgetting are those of the values of this folder (`PushLedger`, `RecordVerdict`, `CursorRule`, `Share`,
/// `TokenRules`), which know no SQL and no HTTP; a store reads the facts for them and writes the outcome in one transaction. Everything that is
/// written in a request is durable when the call returns. Calls throw `StoreError`; those of starting and of commands may throw `BackendError`.
protocol BackendStore: Sendable {
  // MARK: Start and end

  /// Returns the time at which a server last ran, by its own clock; `nil` = never.
  func lastServedMs() throws -> Int64?
  /// Prepares the database for a server, which this process is until it ends: deletions and events that are old enough are forgotten, and what was
  /// given out by a database that isn't this one any more becomes invalid.
  ///
  /// - Returns: The hold on the data, which lasts as long as the server keeps it; `nil` = several servers may have them.
  func beginServing() throws -> ServingLock?
  /// Ends serving. Best effort.
  func close()
  /// Returns what keeps pushes from being taken now; `nil` = nothing.
  func trouble() async -> String?

  // MARK: Tokens

  /// Returns the owner of a token, or that it is unknown or expired. Asked in every request, so that a revoked token is rejected at once.
  func find(_ token: TokenHash) async throws -> TokenFinding
  /// Notes the hour of a token's use that isn't noted yet (`Owner.unnotedHourMs`).
  func noteUse(of token: TokenHash, hourMs: Int64) async throws
  /// Notes that the device has a token: what it was given for is used up, and what else was given for that is removed. Nothing the second time.
  func confirm(_ token: TokenHash) async throws
  /// Returns the credentials for a refresh token; `nil` when it is unknown or no longer valid.
  func refresh(_ refreshToken: TokenHash) async throws -> Credentials?

  // MARK: Sync

  /// Stores a push and returns its answer, as JSON; of a push that is sent again, the stored one.
  func push(_ request: PushRequest, owner: Owner) async throws -> [UInt8]
  /// The last push of a device that was stored, `nil` when there was none.
  func lastPush(of device: String, owner: Owner) async throws -> LastPush?
  /// Returns one page of changes as JSON; see `ChangesPage`.
  func page(_ query: ChangesQuery, owner: Owner) async throws -> [UInt8]
  /// Stores the events that aren't there yet, of which each is known by its place.
  func store(_ portion: EventPortion, owner: Owner) async throws -> EventOutcome
  /// Stores a meal among the owner's records.
  ///
  /// Returns whether it was new; `false` when it, or a newer one with its id, was there. A meal sent again with a clock in the future counts as
  /// there when its content is.
  func log(_ meal: PushedRecord, owner: Owner) async throws -> Bool

  // MARK: Users, for commands; these block. `osUser` runs the command, which is noted in the audit with what it changes.

  /// Adds a user of that name and returns their first token.
  func addUser(_ name: String, _ grant: TokenGrant, by osUser: String) throws -> Credentials
  /// Makes one more token for a user.
  func addToken(for name: String, _ grant: TokenGrant, by osUser: String) throws -> Credentials
  /// A user's tokens that are valid, or that have ended and can be renewed, the oldest first.
  func tokens(of name: String) throws -> [TokenSummary]
  /// Removes all tokens and refresh tokens of a user. Returns the number of tokens.
  func revokeTokens(of name: String, by osUser: String) throws -> Int
  /// Removes one token of a user by its `TokenSummary.id`, with its refresh token and all that come from it. Throws when there is none.
  func revokeToken(_ id: String, of name: String, by osUser: String) throws
  /// Deletes a user with all that is theirs. It is noted when it begins. Returns false when SQLite's log still holds some of it.
  func deleteUser(_ name: String, by osUser: String) throws -> Bool
  /// Notes in the audit that a user's data are given out.
  func noteExport(of name: String, by osUser: String) throws
  /// The newest records of the audit, the newest first, at most so many.
  func audit(most: Int) throws -> [AuditRecord]
  /// All users by name.
  func users() throws -> [UserSummary]
  /// The owner of that name, without a token.
  func owner(named name: String) throws -> Owner
  /// An owner's devices, as `{"dev":…,"last":…,"seen_at_ms":…}`.
  func devices(of owner: Owner) throws -> [JSON]
  /// An owner's events in the order of their places, at most so many of those after a place; `nil` = from the first on.
  func events(of owner: Owner, after place: EventPlace?, most: Int) throws -> [StoredEvent]
  /// Compares counters with rows.
  func check() throws -> CheckReport
}
