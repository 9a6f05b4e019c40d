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
    let answer = try await ask(account, device: queue.position().device, transport: transport, clock: clock)
    if case .first = manner, let owner = answer.owner, let known = try queue.backendOwner(), known != owner {
      throw SyncError(
        .configuration, "this library is synced with another account on \(account.url)",
        hint: "to change over: hsync login --url \(account.url) --fresh (or --merge)", kind: .configuration)
    }
    try join(library, to: account, manner, clock: clock)
    if let owner = answer.owner { try queue.rememberOwner(owner) }
    return answer.outcome
  }

  private static func ask(
    _ account: BackendAccount, device: String, transport: any Transport, clock: SyncClock
  ) async throws -> (outcome: SignIn, owner: String?) {
    guard let history = account.backend.history else { return (try await greet(account, transport: transport, clock: clock), nil) }
    let trouble: Trouble
    do throws(TransportError) {
      let response = try await transport.send(history.deviceRequest(device: device))
      switch history.deviceVerdict(response, on: nil, nowMs: clock.instant().ms) {
      case .known: return (.accepted, (try? JSON(parsing: response.body))?["owner"].string)
      case .trouble(let found): trouble = found
      }
    } catch {
      trouble = Trouble(error)
    }
    return (try unchecked(trouble), nil)
  }

  /// Asks a backend that remembers nothing what can be asked without sending anything.
  private static func greet(_ account: BackendAccount, transport: any Transport, clock: SyncClock) async throws -> SignIn {
    guard let request = account.backend.signInRequest() else {
      return .unchecked("the backend was not asked: the first sync shows whether it takes the token")
    }
    let response: HTTPResponse
    do throws(TransportError) {
      response = try await transport.send(request)
    } catch {
      return try unchecked(Trouble(error))
    }
    if let trouble = account.backend.signInTrouble(response, nowMs: clock.instant().ms) {
      return try unchecked(
        trouble, saying: "the backend isn't ready: \(trouble.error.message)\(trouble.error.hint.map { "; \($0)" } ?? "")")
    }
    return .unchecked("the backend is up; the first sync shows whether it takes the token")
  }

  private static func unchecked(_ trouble: Trouble, saying sentence: String? = nil) throws -> SignIn {
    if trouble.error.code == .auth || trouble.error.code == .forbidden { throw trouble.error }
    return .unchecked(sentence ?? "the backend was not asked: \(trouble.error.message)")
  }
}
