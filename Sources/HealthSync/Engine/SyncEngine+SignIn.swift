import HealthModel
import HealthStore
import Transport

extension SyncEngine {
  /// How a sign-in went.
  package enum SignIn: Sendable, Equatable {
    /// The backend knows the token.
    case accepted
    /// The backend couldn't be asked, which is no reason not to be signed in; a sentence why.
    case unchecked(String)
  }

  /// Checks an account with its backend and makes the library belong to it.
  ///
  /// A backend that names the account's owner is held to it: a new token of somebody else's account would look like a backend that lost
  /// everything, and be sent everything.
  /// - Throws: `SyncError` when the backend refuses the token (kind `.noPermission`), when the library belongs to another backend or owner
  ///   and `manner` is `.first` (`.configuration`), during a run (`.tryAgain`); `StoreError`.
  package static func signIn(
    _ library: Library, to account: BackendAccount, _ manner: Joining, transport: any Transport, clock: SyncClock = .system
  ) async throws -> SignIn {
    let queue = OutboxQueue(library)
    if case .first = manner { try checkOwnership(of: queue, by: account) }
    let probe = await BackendProbe.ask(account, device: try queue.position().device, transport: transport, clock: clock)
    let outcome = try outcome(of: probe.standing)
    if case .first = manner, let owner = probe.owner, let known = try queue.backendOwner(), known != owner {
      throw SyncError(
        .configuration, "this library is synced with another account on \(account.url)",
        hint: "to change over: hsync login --url \(account.url) --fresh (or --merge)", kind: .configuration)
    }
    try join(library, to: account, manner, clock: clock)
    if let owner = probe.owner { try queue.rememberOwner(owner) }
    return outcome
  }

  private static func outcome(of standing: BackendProbe.Standing) throws(SyncError) -> SignIn {
    switch standing {
    case .signedIn: .accepted
    case .up: .unchecked("the backend is up; the first sync shows whether it takes the token")
    case .unasked: .unchecked("the backend was not asked: the first sync shows whether it takes the token")
    case .unready(let error):
      try unchecked(error, "the backend isn't ready: \(error.message)\(error.hint.map { "; \($0)" } ?? "")")
    case .trouble(let error): try unchecked(error, "the backend was not asked: \(error.message)")
    }
  }

  private static func unchecked(_ error: SyncError, _ sentence: String) throws(SyncError) -> SignIn {
    if error.code == .auth || error.code == .forbidden { throw error }
    return .unchecked(sentence)
  }
}
