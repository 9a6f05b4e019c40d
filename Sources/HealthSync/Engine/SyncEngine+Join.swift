import HealthModel
import HealthStore

extension SyncEngine {
  /// The way in which a library joins a backend.
  package enum Joining: Sendable {
    /// For the first time, or again to the same address; to another one as long as nothing was synced.
    case first
    /// Everything here is offered to the new backend.
    case fresh
    /// The new backend's data is pulled first, then all local data is offered.
    case merge
  }

  /// Makes the library belong to an account's backend.
  ///
  /// - Throws: `SyncError` of kind `.configuration` when it belongs to another one and `manner` is `.first`, of kind `.tryAgain` during a
  ///   run; `StoreError`.
  package static func join(_ library: Library, to account: BackendAccount, _ manner: Joining, clock: SyncClock = .system) throws {
    let queue = OutboxQueue(library)
    let now = clock.instant()
    if case .first = manner {
      try queue.adopt(url: account.url, dialect: account.dialect.rawValue)
      let isOther = try queue.backendURL() != account.url || queue.backendDialect() != account.dialect.rawValue
      guard isOther, try queue.isUnsynced() else { return try checkOwnership(of: queue, by: account) }
    }
    guard case .taken(let lock) = try LockFile.take(.sync, besideLibrary: library.path, nowMs: now.ms) else {
      throw SyncError(.locked, "a sync is running", hint: "try again when it has finished", kind: .tryAgain)
    }
    var backendState = BackendState()
    if case .first = manner {
      // A recovery that a merge was to begin with is still to be done.
      backendState.recovery = BackendState(json: try queue.backendState()).recovery
      try queue.readdress(url: account.url, dialect: account.dialect.rawValue, backendState: try backendState.json())
      return withExtendedLifetime(lock) {}
    }
    // From a backend that only takes, nothing can be pulled first.
    if case .merge = manner, account.backend.history != nil { backendState.recovery = .pullFirst }
    try queue.offerEverything(to: account.url, owner: nil, dialect: account.dialect.rawValue, backendState: try backendState.json())
    withExtendedLifetime(lock) {}
  }

  /// A library belongs to one backend at a time: another one would get, and change, what was never meant for it. Another dialect at the same
  /// address is another backend: it hasn't got what this one took.
  static func checkOwnership(of queue: OutboxQueue, by account: BackendAccount) throws {
    guard let url = try queue.backendURL() else { return }
    if url != account.url {
      throw SyncError(
        .configuration, "this library is synced with \(url), not with \(account.url)",
        hint: "to switch: \(.changeBackend(url: account.url, dialect: nil))", kind: .configuration)
    }
    guard let dialect = try queue.backendDialect().flatMap(BackendAccount.Dialect.init(stored:)), dialect != account.dialect else { return }
    throw SyncError(
      .configuration, "this library is synced with \(url) as \(dialect.rawValue), not as \(account.dialect.rawValue)",
      hint: "to switch: \(.changeBackend(url: url, dialect: account.dialect.rawValue))", kind: .configuration)
  }
}
