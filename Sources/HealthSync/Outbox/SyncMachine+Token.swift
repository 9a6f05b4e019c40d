import HealthModel

/// The result of asking for a new token.
package enum TokenVerdict: Sendable, Equatable {
  /// There is a new one, on the disk and in use from the next request on.
  case renewed
  /// No new token is available: no refresh token, or a backend that doesn't support them.
  case unavailable
  /// The refresh token isn't accepted either.
  case refused
  /// Anything else.
  case trouble(Trouble)
}

/// A token that has ended: renewed once a run, by any request's 401, and then that request is repeated. The outbox is never touched.
extension SyncMachine {
  /// A request was answered by 401.
  mutating func renewToken(after trouble: Trouble, in phase: Phase) -> Action {
    hasRenewed = true
    refused = Refused(phase: phase, error: trouble.error)
    return begin(.renew)
  }

  mutating func judge(_ verdict: TokenVerdict, at now: SyncInstant) -> Action {
    switch verdict {
    case .renewed: return begin(refused?.phase ?? .push)
    case .unavailable, .refused: return finish(refused?.error)
    case .trouble(let trouble): return handle(trouble, in: .renew, at: now)
    }
  }
}
