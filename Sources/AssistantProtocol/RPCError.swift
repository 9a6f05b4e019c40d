import HealthModel

/// An error of the protocol, as the client gets it (JSON-RPC 2.0, section 5.1). Errors of a tool itself are answers.
package struct RPCError: Error, Sendable, Equatable {
  /// The codes of JSON-RPC and of the Model Context Protocol that this server uses.
  package enum Code: Int, Sendable {
    case parse = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case internalError = -32603
    /// The revision that a request names is none of the server's.
    case unsupportedVersion = -32022
  }

  package let code: Code
  /// One sentence, in lower case.
  package let message: String
  /// More, for the client's program; `nil` = nothing.
  package let data: JSON?

  /// An error with everything given.
  package init(_ code: Code, _ message: String, data: JSON? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  var json: JSON {
    .object([("code", JSON(code.rawValue)), ("message", .string(message))] + (data.map { [("data", $0)] } ?? []))
  }
}
