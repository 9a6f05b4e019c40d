/// A reason why a connection isn't made that has to be encrypted, for its address or for the server.
package enum EncryptionProblem: Sendable, Equatable {
  /// The server's certificate isn't valid, or isn't from a trusted authority.
  case untrusted
  /// The server's certificate is for another host name.
  case otherHost
  /// The address demands encryption, and the server doesn't offer it.
  case notOffered
  /// The server doesn't let this user in without encryption.
  case required
  /// The file with the certificates of authorities can't be read.
  case noAuthorities

  /// The words by which libpq and PostgreSQL tell each, which have no SQLSTATE for them. libpq's are English here: nothing sets its locale.
  private static let signs: [(problem: EncryptionProblem, words: [String])] = [
    (.otherHost, ["does not match host name"]),
    (.untrusted, ["certificate verify failed"]),
    (.notOffered, ["server does not support SSL"]),
    (.noAuthorities, ["root certificate file"]),
    (.required, [", no encryption", ", SSL off"]),
  ]

  /// The problem in the message of a connection that wasn't made; `nil` = another one.
  init?(message: String) {
    guard let sign = EncryptionProblem.signs.first(where: { $0.words.contains { message.contains($0) } }) else { return nil }
    // A user who isn't let in with encryption either has another problem.
    if sign.problem == .required, message.contains(", SSL encryption") { return nil }
    self = sign.problem
  }
}
