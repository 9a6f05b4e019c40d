import HealthModel
import Transport

extension Trouble {
  /// Interprets an unexpected response to any request.
  ///
  /// - Parameter nowMs: The time of the response, in milliseconds since 1970.
  init(_ response: HTTPResponse, nowMs: Int64) {
    switch response.status {
    case 401:
      self.init(
        SyncError(.auth, "the backend doesn't accept the token", hint: "sign in again: \(.signIn)", kind: .noPermission), .stop,
        mayHaveArrived: false)
    case 403 where JSON(answer: response.body)?["code"].string == "too_many_devices":
      self.init(
        SyncError(
          .forbidden, "the account has as many devices as the backend allows",
          hint: "ask the backend's operator to raise the limit; places of devices that stay away are freed", kind: .noPermission), .stop,
        mayHaveArrived: false)
    case 403 where JSON(answer: response.body)?["code"].string == "insufficient_scope":
      self.init(
        SyncError(
          .forbidden, "the token is for a part of the requests only, and sync needs all of them",
          hint: "ask the backend's operator for a token with the scope all, then sign in with it: \(.signIn)", kind: .noPermission), .stop,
        mayHaveArrived: false)
    case 403:
      self.init(
        SyncError(.forbidden, "the backend doesn't allow this account to sync", hint: "sign in again: \(.signIn)", kind: .noPermission),
        .stop,
        mayHaveArrived: false)
    case 404, 405, 415, 501:
      self.init(SyncError.unsupported("there is no hsync backend at that address (HTTP \(response.status))"), .stop, mayHaveArrived: false)
    case 426:
      self.init(
        SyncError(.upgrade, "the backend needs a newer hsync", hint: "update hsync, then: \(.sync)", kind: .configuration), .upgrade,
        mayHaveArrived: false)
    case 429:
      let wait = RetryAfter(of: response, nowMs: nowMs)?.delayMs ?? Backoff.limitedMs
      self.init(
        SyncError(.server, "the backend has too many requests (HTTP 429)", kind: .tryAgain), .retry(afterMs: wait), mayHaveArrived: false)
    case 408, 425, 500...599:
      self.init(
        SyncError(.server, "the backend has a problem (HTTP \(response.status))", kind: .tryAgain),
        .retry(afterMs: RetryAfter(of: response, nowMs: nowMs)?.delayMs), mayHaveArrived: true)
    case 300...399:
      self.init(SyncError.unsupported("the backend's address redirects elsewhere (HTTP \(response.status))"), .stop, mayHaveArrived: false)
    default: self = .garbage("the backend's answer makes no sense (HTTP \(response.status))")
    }
  }

  /// An answer that leaves the request's fate unknown.
  static func garbage(_ message: String) -> Trouble {
    Trouble(SyncError(.badResponse, message, kind: .tryAgain), .retry(afterMs: nil), mayHaveArrived: true)
  }

  /// The address is wrong, or what it leads to isn't set up.
  static func misplaced(_ message: String, hint: Hint = "check the address: \(.nameBackend)") -> Trouble {
    Trouble(SyncError(.configuration, message, hint: hint, kind: .configuration), .stop, mayHaveArrived: false)
  }

  /// No answer at all.
  init(_ error: TransportError) {
    switch error.code {
    case .resolve, .connect:
      self.init(SyncError(.network, error.message, hint: error.hint, kind: .tryAgain), .retry(afterMs: nil), mayHaveArrived: false)
    case .timeout, .interrupted:
      self.init(SyncError(.network, error.message, hint: error.hint, kind: .tryAgain), .retry(afterMs: nil), mayHaveArrived: true)
    case .tooLarge, .garbled:
      self.init(SyncError(.badResponse, error.message, hint: error.hint, kind: .tryAgain), .retry(afterMs: nil), mayHaveArrived: true)
    case .tls where error.isTransient:
      self.init(SyncError(.tls, error.message, hint: error.hint, kind: .tryAgain), .retry(afterMs: nil), mayHaveArrived: false)
    case .tls: self.init(SyncError(.tls, error.message, hint: error.hint, kind: error.kind), .stop, mayHaveArrived: false)
    case .certificateDate: self.init(SyncError(.tlsDate, error.message, hint: error.hint, kind: error.kind), .stop, mayHaveArrived: false)
    case .certificateHost: self.init(SyncError(.tlsHost, error.message, hint: error.hint, kind: error.kind), .stop, mayHaveArrived: false)
    case .certificateIssuer:
      self.init(SyncError(.tlsIssuer, error.message, hint: error.hint, kind: error.kind), .stop, mayHaveArrived: false)
    // A network that wants one to sign in answers for the backend, until one has done that.
    case .redirectRefused:
      self.init(
        SyncError(
          .network, error.message, hint: "if this network asks you to sign in, do that first; else: \(.nameBackend)", kind: .tryAgain),
        .retry(afterMs: nil), mayHaveArrived: false)
    case .cancelled: self.init(SyncError.interrupted, .stop, mayHaveArrived: true)
    default: self.init(SyncError(.configuration, error.message, hint: error.hint, kind: error.kind), .stop, mayHaveArrived: true)
    }
  }
}
