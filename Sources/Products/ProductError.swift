import HealthModel
import Transport

/// Products that can't be looked up at all, with the reason.
package struct ProductError: UserFacingError, Equatable {
  /// The reason as a case.
  package enum Code: String, Sendable {
    /// The product file can't be read.
    case fileUnreadable
    /// The product file has no header line that names its columns.
    case badHeader
    /// A line of the product file is wrong.
    case badRow
    /// The memory of earlier answers fails.
    case memory
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
      self.init(code: .memory, message: "the product cache failed: \(error)", kind: .io)
    }
  }

  /// A transport error that isn't about the service's state.
  init(_ error: TransportError) {
    self.init(code: error.code == .cancelled ? .cancelled : .transport, message: error.message, hint: error.hint, kind: error.kind)
  }
}
