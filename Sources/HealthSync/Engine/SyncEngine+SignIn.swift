import HealthModel
import HealthStore
import Transport

extension SyncEngine {
  /// The result of a sign-in.
  package enum SignIn: Sendable, Equatable {
    /// The backend knows the token.
    case accepted
    /// The backend didn't say so, which is no reason not to be signed in; a sentence why, and what to do about it.
    case unchecked(String, hint: Hint?)
  }

  /// Checks an account with its backend and makes the library belong to it.
  ///
  /// A backend that names the account's owner is held to it: a new token of somebody else's account would look like a backend that lost
  /// everything, and be sent everything.
  /// - Parameter isChecked: Whether an account is refused whose backend can't be reached or isn't one of that dialect.
  /// - Throws: `SyncError` when the backend refuses the token (kind `.noPermission`), can't be reached or is in trouble (`.tryAgain`), or isn't a
  ///   backend (`.unavailable`, `.configuration`); when the library was synced with another backend or owner and `manner` is `.first`
  ///   (`.configuration`); during a run (`.tryAgain`); `StoreError`. Then nothing is kept.
  package static func signIn(
    _ library: Library, to account: BackendAccount, _ manner: Joining, isChecked: Bool = true, transport: any Transport,
    clock: SyncClock = .system
  ) async throws -> SignIn {
    let queue = OutboxQueue(library)
    let isBound = if case .first = manner { try !queue.isUnsynced() } else { false }
    if isBound { try checkOwnership(of: queue, by: account) }
    let probe = await BackendProbe.ask(account, device: try queue.position().device, transport: transport, clock: clock)
    let outcome = try outcome(of: probe.standing, isChecked: isChecked)
    if isBound, let owner = probe.owner, let known = try queue.backendOwner(), known != owner {
      throw SyncError(
        .configuration, "this library is synced with another account on \(account.url)",
        hint: "to change over: \(.changeBackend(url: account.url, dialect: nil))", kind: .configuration)
    }
    try join(library, to: account, manner, clock: clock)
    if let owner = probe.owner { try queue.rememberOwner(owner) }
    return outcome
  }

  private static func outcome(of standing: BackendProbe.Standing, isChecked: Bool) throws(SyncError) -> SignIn {
    switch standing {
    case .signedIn: .accepted
    case .up: .unchecked("the backend is up; the first sync shows whether it takes the token", hint: nil)
    case .unready(let error): try unchecked(error, "the backend isn't ready: \(error.message)", hint: error.hint)
    case .trouble(let error):
      if isChecked { throw refused(error) } else { try unchecked(error, "the backend was not asked: \(error.message)") }
    }
  }

  private static func unchecked(_ error: SyncError, _ sentence: String, hint: Hint? = nil) throws(SyncError) -> SignIn {
    if error.code == .auth || error.code == .forbidden { throw error }
    return .unchecked(sentence, hint: hint)
  }

  /// Why nobody is signed in. An answer that makes no sense is no passing trouble here: it isn't a backend's.
  private static func refused(_ error: SyncError) -> SyncError {
    if error.code == .auth || error.code == .forbidden || error.code == .interrupted { return error }
    let isSenseless = error.code == .badResponse
    let anyway: Hint = "to sign in all the same: \(.signInUnchecked)"
    let hint = isSenseless ? "check the address" : error.hint?.without(.nameBackend)
    return SyncError(
      error.code, "not signed in: " + (isSenseless ? "there is no backend at that address: \(error.message)" : error.message),
      hint: hint.map { "\($0); \(anyway)" } ?? anyway,
      kind: isSenseless ? .unavailable : error.kind)
  }
}
