import Transport

/// The result of sending a message to a push service.
package enum PushOutcome: Sendable, Equatable {
  /// The service took the message (a 2xx status). Whether the device shows it isn't reported.
  case accepted
  /// The subscription has ended (404 or 410): delete it.
  case gone
  /// The service doesn't accept messages of that size (413).
  case tooLarge
  /// The service has too many requests or a problem (408, 425, 429, 5xx). `afterMs` is the wait that it demands, in milliseconds, at most
  /// `mostWaitMs`; `nil` = it names none.
  case later(afterMs: Int64?, status: Int)
  /// The service doesn't accept the VAPID key or its token (401 or 403): the subscription was made with another key, this machine's clock is wrong, or
  /// the contact isn't accepted.
  case keyRefused(status: Int)
  /// Another refusal. The same message won't succeed.
  case refused(status: Int)
  /// There is no answer, or one that redirects, which isn't followed. The error names the host alone.
  case unreachable(TransportError)

  /// The longest wait that is believed, in milliseconds: one day.
  package static let mostWaitMs: Int64 = 86_400_000

  /// Whether the same message may succeed later without anyone's doing.
  package var isTransient: Bool {
    switch self {
    case .later: true
    case .unreachable(let error): error.isTransient
    case .accepted, .gone, .tooLarge, .keyRefused, .refused: false
    }
  }

  /// Interprets an answer.
  ///
  /// - Parameter nowMs: The time of the answer, in milliseconds since 1970, for a `Retry-After` with a date.
  init(_ response: HTTPResponse, nowMs: Int64) {
    switch response.status {
    case 200...299: self = .accepted
    case 404, 410: self = .gone
    case 413: self = .tooLarge
    case 401, 403: self = .keyRefused(status: response.status)
    case 408, 425, 429, 500...599:
      let wait = RetryAfter(of: response, nowMs: nowMs)?.delayMs
      self = .later(afterMs: wait.map { min($0, PushOutcome.mostWaitMs) }, status: response.status)
    default: self = .refused(status: response.status)
    }
  }
}
