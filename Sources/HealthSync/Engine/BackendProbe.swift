import HealthModel
import Transport

/// What a backend answers to a request that changes nothing.
package struct BackendProbe: Sendable {
  /// How we stand with it.
  package enum Standing: Sendable, Equatable {
    /// It takes the token.
    case signedIn
    /// It is there; whether it takes the token, only a sync shows.
    case up
    /// There is nothing that it could be asked without sending something.
    case unasked
    /// It is there, and not set up as it has to be.
    case unready(SyncError)
    /// It refuses us, or there is no sensible answer.
    case trouble(SyncError)
  }

  package let standing: Standing
  /// Whose account it is, in the backend's own words. `nil` when it doesn't say.
  package let owner: String?
  /// How far this clock is before the backend's, in milliseconds; behind it is negative. Good to a second or two. `nil` when it doesn't tell
  /// the time.
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
    guard var request = backend.history?.deviceRequest(device: device) ?? backend.signInRequest() else {
      return BackendProbe(standing: .unasked, owner: nil, clockAheadMs: nil)
    }
    request.timeouts = timeouts
    let response: HTTPResponse
    do throws(TransportError) {
      response = try await transport.send(request)
    } catch {
      return BackendProbe(standing: .trouble(Trouble(error).error), owner: nil, clockAheadMs: nil)
    }
    let nowMs = clock.instant().ms
    let ahead = response.header("Date").flatMap { HTTPDate.ms($0, nowMs: nowMs) }.map { nowMs - $0 }
    let owner = backend.history == nil ? nil : (try? JSON(parsing: response.body))?["owner"].string
    return BackendProbe(standing: standing(of: response, from: backend, nowMs: nowMs), owner: owner, clockAheadMs: ahead)
  }

  private static func standing(of response: HTTPResponse, from backend: any Backend, nowMs: Int64) -> Standing {
    guard let history = backend.history else {
      return backend.signInTrouble(response, nowMs: nowMs).map { .unready($0.error) } ?? .up
    }
    return switch history.deviceVerdict(response, on: nil, nowMs: nowMs) {
    case .known: .signedIn
    case .trouble(let trouble): .trouble(trouble.error)
    }
  }
}
