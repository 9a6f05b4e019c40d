import HealthModel

/// An error of the pages' server.
package struct WebError: UserFacingError, Equatable {
  /// The reason as a case.
  package enum Code: Sendable {
    /// The server can't listen on the port.
    case cannotListen
    /// Another process serves this library.
    case servedAlready
    /// A file of the server's own can't be read.
    case cannotRead
    /// The server ended before the work did.
    case interrupted
    /// Plain HTTP would leave this machine, which wasn't asked for.
    case insecure
    /// This machine has no address on a network.
    case noNetwork
    /// A required program is missing or doesn't start.
    case noProgram
  }

  package let code: Code
  package let message: String
  package let hint: Hint?
  package let kind: ErrorKind

  /// An error with its sentence.
  package init(_ code: Code, _ message: String, hint: Hint?, kind: ErrorKind) {
    self.code = code
    self.message = message
    self.hint = hint
    self.kind = kind
  }
}
