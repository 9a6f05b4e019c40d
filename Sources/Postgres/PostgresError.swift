/// A failure of PostgreSQL or of the connection to it.
package struct PostgresError: Error, Sendable, Equatable {
  /// The SQLSTATE (PostgreSQL's appendix A), five characters; `08006` for a connection that broke, `08000` for one whose answer didn't come in time,
  /// `57014` for work whose turn didn't come.
  package let sqlState: String
  /// The server's or the library's own words. Never contains a value of a row, nor a password.
  package let message: String
  /// Why an encrypted connection wasn't made; `nil` = the failure is another one.
  package let encryption: EncryptionProblem?

  /// A failure by its code.
  package init(_ sqlState: String, _ message: String) { self.init(sqlState, message, encryption: nil) }

  private init(_ sqlState: String, _ message: String, encryption: EncryptionProblem?) {
    self.sqlState = sqlState
    self.message = message
    self.encryption = encryption
  }

  /// The failure to connect to any of several hosts. The code is that of one that answered, if there is one.
  init(ofHosts failures: [PostgresError]) {
    self.init(
      failures.first { !$0.sqlState.hasPrefix("08") }?.sqlState ?? failures.first?.sqlState ?? "08001",
      failures.map(\.message).joined(separator: "; "), encryption: failures.lazy.compactMap(\.encryption).first)
  }

  /// Whether the connection can't be used any more: it broke, was cut by an operator, or leads to a server that takes no writes (any more).
  package var endsConnection: Bool {
    sqlState.hasPrefix("08") || ["57P01", "57P02", "57P03", "57P04", "57P05", "25006", "25P03", "0A000"].contains(sqlState)
  }

  /// Whether the connection was there, and then broke or was cut by an operator: another one may work at once.
  var isCut: Bool { sqlState == "08006" || sqlState == "57P01" }

  /// Whether the same work may succeed when it is done again from its beginning: the connection broke, or another transaction was in the way.
  package var isTransient: Bool { endsConnection || sqlState == "40001" || sqlState == "40P01" }

  /// Whether the server is there and doesn't let this user in: class 28, invalid authorization.
  package var isSignInRefused: Bool { sqlState.hasPrefix("28") }

  /// The failure to connect, from libpq's verbose message, whose first line of a server's error is `FATAL:  28P01: password authentication failed`.
  ///
  /// What says that the server won't let this user in has class 28, a database that isn't there `3D000`; all else `08001`.
  ///
  /// - Parameter needsPassword: whether the server asked for a password, and there was none.
  init(refusal message: String, needsPassword: Bool) {
    var state = needsPassword ? "28P01" : "08001"
    var words: [String] = []
    for line in message.split(separator: "\n") where !line.hasPrefix("LOCATION:") {
      guard let match = line.firstMatch(of: /: +([0-9][0-9A-Z]{4}):\s/) else {
        words.append(String(line))
        continue
      }
      switch match.1 {
      case "3D000": state = "3D000"
      // Without the right to connect to the database, which is another class, it doesn't let the user in either.
      case "42501": state = "28000"
      case let code where code.hasPrefix("28"): state = String(code)
      default: break
      }
      words.append(line[..<match.range.lowerBound] + ": " + line[match.range.upperBound...])
    }
    let text = words.joined(separator: " ")
    self.init(state, text, encryption: EncryptionProblem(message: text))
  }

  /// The connection broke.
  static func lost(_ message: String) -> PostgresError { PostgresError("08006", message) }

  /// The time for it is over.
  static let late = PostgresError("08000", "PostgreSQL didn't answer in time")
}
