import HealthModel

/// The reason why there is no response. Names the host, never the path, the query or a header's value.
package struct TransportError: UserFacingError, Equatable {
  /// The reason as a case.
  package enum Code: String, Sendable {
    /// The host's name has no address, or no name server answers.
    case resolve
    /// Nothing listens at the address, or it can't be reached.
    case connect
    /// A deadline passed or the transfer stalled.
    case timeout
    /// No TLS connection could be made.
    case tls
    /// The server's certificate isn't valid yet, or no longer.
    case certificateDate
    /// The server's certificate is another host's.
    case certificateHost
    /// The server's certificate isn't signed by a trusted authority.
    case certificateIssuer
    /// The connection broke.
    case interrupted
    /// The data received isn't a whole HTTP response: it was truncated, its compression is damaged, or it is something
    /// else.
    case garbled
    /// The answer is larger than the request's limit.
    case tooLarge
    /// A redirect to a host that the request doesn't allow.
    case redirectRefused
    /// The address can't be used.
    case badURL
    /// The method or a header can't be sent.
    case badRequest
    /// The task was cancelled.
    case cancelled
    /// libcurl isn't installed.
    case libraryUnavailable
  }

  /// The kind of the error.
  package let code: Code
  package let message: String
  package let hint: Hint?
  /// Whether the same request may succeed later without anybody's doing.
  package let isTransient: Bool

  /// Creates an error; whether it is transient follows from the code by default.
  package init(code: Code, message: String, hint: Hint? = nil, isTransient: Bool? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
    self.isTransient = isTransient ?? [.resolve, .connect, .timeout, .interrupted, .garbled].contains(code)
  }

  package var kind: ErrorKind {
    switch code {
    case .resolve, .connect, .timeout, .interrupted, .garbled: .tryAgain
    case .tls: isTransient ? .tryAgain : .unavailable
    case .certificateDate, .certificateHost, .certificateIssuer, .tooLarge, .redirectRefused: .unavailable
    case .badURL, .badRequest, .libraryUnavailable: .configuration
    case .cancelled: .interrupted
    }
  }
}
