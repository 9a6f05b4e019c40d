import HealthModel
import Transport

/// A backend's answer to a request that changes nothing.
package struct BackendProbe: Sendable {
  /// The state of this device's access to the backend.
  package enum Standing: Sendable, Equatable {
    /// It takes the token.
    case signedIn
    /// It is there; whether it takes the token, only a sync shows.
    case up
    /// It is such a backend, and not set up as it has to be.
    case unready(SyncError)
    /// It can't be reached, rejects the account, or isn't such a backend.
    case trouble(SyncError)
  }

  package let standing: Standing
  /// The owner of the account, as named by the backend. `nil` when it isn't given.
  package let owner: String?
  /// The difference of this clock to the backend's, in milliseconds; negative if this one is behind. Accurate to a
  /// second or two. `nil` when the backend doesn't send the time.
  package let clockAheadMs: Int64?

  /// Asks it.
  ///
  /// - Parameters:
  ///   - device: This device's id.
  ///   - timeouts: When to give up.
  package static func ask(
    _ account: BackendAccount, device: String, transport: any Transport, clock: SyncClock = .system, timeouts: Timeouts = Timeouts()
  ) async -> BackendProbe {
    let backend = account.backend
    var owner: String?
    var aheadMs: Int64?
    for (step, request) in backend.signInRequests(device: device, nowMs: clock.instant().ms).enumerated() {
      var request = request
      request.timeouts = timeouts
      let response: HTTPResponse
      do throws(TransportError) {
        response = try await transport.send(request)
      } catch {
        return BackendProbe(standing: .trouble(Trouble(error).error), owner: owner, clockAheadMs: aheadMs)
      }
      let nowMs = clock.instant().ms
      aheadMs = aheadMs ?? response.header("Date").flatMap { HTTPDate.ms($0, nowMs: nowMs) }.map { nowMs - $0 }
      if backend.history != nil { owner = owner ?? JSON(answer: response.body)?["owner"].string }
      if let standing = backend.signInStanding(response, step: step, nowMs: nowMs) {
        return BackendProbe(standing: standing, owner: owner, clockAheadMs: aheadMs)
      }
    }
    return BackendProbe(standing: .up, owner: owner, clockAheadMs: aheadMs)
  }
}
