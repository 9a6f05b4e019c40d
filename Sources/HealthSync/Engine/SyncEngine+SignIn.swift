import HealthModel
import HealthStore
import Transport

extension SyncEngine {
  /// The result of a sign-in.
  package enum SignIn: Sendable, Equatable {
    /// The backend accepts the token.
    case accepted
    /// The backend's answer was inconclusive, which doesn't prevent signing in; a sentence with the reason, and a hint.
    case unchecked(String, hint: Hint?)
  }

  /// Checks an account with its backend and makes the library belong to it.
  ///
  /// If a backend names the account's owner, it must stay the same: a token of another account would look like a
  /// backend that lost its data, and everything would be sent to it.
  /// - Parameter isChecked: Whether to reject an account whose backend can't be reached or doesn't have that dialect.
  /// - Throws: `SyncError` when the backend rejects the token (kind `.noPermission`), can't be reached or has an error
  ///   (`.tryAgain`), or isn't a backend (`.unavailable`, `.configuration`); when the library was synced with another
  ///   backend or owner and `manner` is `.first` (`.configuration`); during a run (`.tryAgain`); `StoreError`. Then
  ///   nothing is stored.
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
        hint: "to switch: \(.changeBackend(url: account.url, dialect: nil))", kind: .configuration)
    }
    try join(library, to: account, manner, clock: clock)
    if let owner = probe.owner { try queue.rememberOwner(owner) }
    return outcome
  }

  private static func outcome(of standing: BackendProbe.Standing, isChecked: Bool) throws(SyncError) -> SignIn {
    switch standing {
    case .signedIn: .accepted
    case .up: .unchecked("the backend is up; the first sync shows whether it accepts the token", hint: nil)
    case .unready(let error): try unchecked(error, "the backend isn't ready: \(error.message)", hint: error.hint)
    case .trouble(let error):
      if isChecked { throw refused(error) } else { try unchecked(error, "the backend was not asked: \(error.message)") }
    }
  }

  private static func unchecked(_ error: SyncError, _ sentence: String, hint: Hint? = nil) throws(SyncError) -> SignIn {
    if error.code == .auth || error.code == .forbidden { throw error }
    return .unchecked(sentence, hint: hint)
  }

  /// Returns the error of a failed sign-in. An invalid response isn't treated as temporary here: the server isn't a
  /// backend.
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
