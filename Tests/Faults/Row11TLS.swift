import Foundation
import TestSupport
import Testing

/// Real TLS by the `openssl` program.
@Suite struct Row11TLS {
  /// A TLS failure with the expected error code of the run and exit status.
  private struct Trouble {
    let name: String
    let certificate: TestAuthority.Certificate
    var cut: (@Sendable (Int) -> Int?)?
    let code: String
    let status: Int32
  }

  @Test func everyTroubleHasItsCodeAndNothingGoesInTheClear() async throws {
    let row = FaultRow(11, "TLS: expired, another host's, self-signed, reset in the handshake or in the body")
    guard TestAuthority.isAvailable else { return row.skip(because: "there is no \(TestAuthority.program)") }
    try await row.holds {
      let authority = try TestAuthority()
      // The number of bytes of a whole exchange, so that the last reset comes in the body of an answer.
      let whole = try exchange(authority, Trouble(name: "a page", certificate: .good, code: "bad_response", status: 75))
      let troubles = [
        Trouble(name: "expired", certificate: .expired, code: "tls_date", status: 69),
        Trouble(name: "another host's", certificate: .otherHost, code: "tls_host", status: 69),
        Trouble(name: "self-signed", certificate: .selfSigned, code: "tls_issuer", status: 69),
        Trouble(name: "reset after the hello", certificate: .good, cut: { _ in 0 }, code: "tls", status: 75),
        Trouble(name: "reset in the handshake", certificate: .good, cut: { _ in 200 }, code: "tls", status: 75),
        Trouble(name: "reset in the body", certificate: .good, cut: { _ in whole - 500 }, code: "network", status: 75),
      ]
      for trouble in troubles { try exchange(authority, trouble) }
      let codes = Set(troubles.map(\.code))
      try #require(codes.count == 5)
      return "codes \(codes.sorted().joined(separator: ", ")); every byte to the server was TLS, nothing left the outbox"
    }
  }

  /// One run against a server with that certificate. Returns how many bytes the first connection brought.
  @discardableResult
  private func exchange(_ authority: TestAuthority, _ trouble: Trouble) throws -> Int {
    let server = try authority.serve(trouble.certificate)
    defer { server.stop() }
    let tunnel = try Tunnel(to: server.port, cut: trouble.cut ?? { _ in nil })
    let person = try Household(["SSL_CERT_FILE": authority.path("ca.pem")])
    try person.logIn(url: "https://127.0.0.1:\(tunnel.port)", token: "0123456789abcdef")
    try person.addMeals(5)
    let received = tunnel.log.last?.received ?? 0
    let outcome = try person.sync(ends: trouble.status)
    try #require(try person.lastErrorCode() == trouble.code, "\(trouble.name): \(outcome.err)")
    try #require(try person.value("SELECT count(*) FROM outbox") == "5", "\(trouble.name)")
    let log = tunnel.log
    try #require(log.count >= 2, "\(trouble.name): \(log.count) connections")
    for connection in log {
      // RFC 8446, 5.1: a handshake record, version 3.x.
      try #require(connection.sent.starts(with: [0x16, 0x03]), "\(trouble.name): \(connection.sent.prefix(8))")
      try #require(Data(connection.sent).range(of: Data("Bearer".utf8)) == nil, "\(trouble.name)")
    }
    return received
  }
}
