import HealthModel
import Transport

/// A forecast or a search that can't be done at all. A service in trouble isn't one: that is a `ForecastTrouble`.
package struct ForecastError: UserFacingError, Equatable {
  /// The reason as a case.
  package enum Code: String, Sendable {
    /// A place with a value beyond its bounds.
    case badPlace
    /// A name that can't be searched for.
    case badName
    /// The memory of calls fails.
    case memory
    /// The cache can't be written.
    case cache
    /// The request can't be sent: no libcurl, a bad address.
    case transport
    /// The task was cancelled.
    case cancelled
  }

  /// The kind of the error.
  package let code: Code
  package let message: String
  package let hint: Hint?
  package let kind: ErrorKind

  /// An error with everything given.
  package init(code: Code, message: String, hint: Hint? = nil, kind: ErrorKind) {
    self.code = code
    self.message = message
    self.hint = hint
    self.kind = kind
  }

  /// The memory's own error, in its words.
  init(memory error: any Error) {
    if let error = error as? any UserFacingError {
      self.init(code: .memory, message: error.message, hint: error.hint, kind: error.kind)
    } else {
      self.init(code: .memory, message: "the memory of forecast calls failed: \(error)", kind: .io)
    }
  }

  /// A transport error that isn't about the service's state.
  init(_ error: TransportError) {
    self.init(code: error.code == .cancelled ? .cancelled : .transport, message: error.message, hint: error.hint, kind: error.kind)
  }
}
