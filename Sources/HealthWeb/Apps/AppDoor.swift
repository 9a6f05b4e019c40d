import HealthDesk
import HealthStore

/// Lets other programs in by their tokens, and notes when each was last used.
struct AppDoor: Sendable {
  let library: SharedLibrary
  let clock: any WallClock

  /// The token, if it is allowed and for that; `nil` = it isn't.
  ///
  /// - Throws: `StoreError`.
  func token(_ key: AppKey, for scope: AppScope) async throws -> AppToken? {
    let (hash, now) = (key.hash, clock.nowMs)
    guard let token = try await library.read({ try AppTokens($0).token(hash, for: scope) }) else { return nil }
    if token.usedAtMs.map({ now < $0 || now - $0 >= AppKey.restMs }) ?? true {
      // Best effort: a library that is locked now can be read all the same, and refuses a body itself.
      try? await library.write { try AppTokens($0).note(hash, usedAtMs: now) }
    }
    return token
  }
}
