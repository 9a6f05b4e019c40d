import Foundation
import TestSupport
import Testing

/// Real TLS by the `openssl` program.
@Suite struct Row11TLS {
  /// A TLS failure with the expected error code of the run and exit status.
  private struct Trouble {
    let name: String
    let certificate: Authority.Certificate
    var cut: (@Sendable (Int) -> Int?)?
    let code: String
    let status: Int32
  }

  @Test func everyTroubleHasItsCodeAndNothingGoesInTheClear() async throws {
    let row = FaultRow(11, "TLS: expired, another host's, self-signed, reset in the handshake or in the body")
    guard FileManager.default.isExecutableFile(atPath: Authority.program) else {
      return row.skip(because: "there is no \(Authority.program)")
    }
    try await row.holds {
      let authority = try Authority()
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
  private func exchange(_ authority: Authority, _ trouble: Trouble) throws -> Int {
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

/// A certificate authority of the test's own, and servers with its certificates.
private struct Authority {
  enum Certificate: String {
    case good, expired, otherHost, selfSigned
  }

  static let program = "/usr/bin/openssl"
  private static let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
  private let folder: TemporaryFolder
  private let openssl: Program

  init() throws {
    folder = try TemporaryFolder()
    openssl = Program(Authority.program, home: folder)
    try run(
      ["req", "-x509"] + Authority.key + ["-keyout", path("ca.key"), "-out", path("ca.pem"), "-days", "2", "-subj", "/CN=Test authority"])
    for (certificate, name, days) in [
      (Certificate.good, "IP:127.0.0.1", "2"), (.expired, "IP:127.0.0.1", "-1"), (.otherHost, "DNS:other.example", "2"),
    ] {
      let request = path("\(certificate).csr")
      try run(
        ["req"] + Authority.key + [
          "-keyout", path("\(certificate).key"), "-out", request, "-subj", "/CN=server", "-addext", "subjectAltName=\(name)",
        ])
      try run([
        "x509", "-req", "-in", request, "-CA", path("ca.pem"), "-CAkey", path("ca.key"), "-CAcreateserial", "-copy_extensions", "copy",
        "-days", days, "-out", path("\(certificate).pem"),
      ])
    }
    try run(
      ["req", "-x509"] + Authority.key + [
        "-keyout", path("selfSigned.key"), "-out", path("selfSigned.pem"), "-days", "2", "-subj", "/CN=server", "-addext",
        "subjectAltName=IP:127.0.0.1",
      ])
  }

  func path(_ name: String) -> String { folder.file(name) }

  /// A server that answers each GET with a page about the connection.
  func serve(_ certificate: Certificate) throws -> Server {
    let running = try openssl.start([
      "s_server", "-accept", "127.0.0.1:0", "-www", "-cert", path("\(certificate).pem"), "-key", path("\(certificate).key"),
    ])
    let deadline = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < deadline {
      let line = running.outSoFar.split(separator: "\n").first { $0.hasPrefix("ACCEPT 127.0.0.1:") }
      if let port = line.flatMap({ UInt16($0.dropFirst("ACCEPT 127.0.0.1:".count)) }) { return Server(running: running, port: port) }
      poll(nil, 0, 10)
    }
    running.signal(SIGKILL)
    throw SetUpError(description: "openssl s_server said: \(running.outSoFar)\(running.wait().err)")
  }

  struct Server {
    let running: Program.Running
    let port: UInt16

    func stop() {
      running.signal(SIGKILL)
      _ = running.wait()
    }
  }

  private func run(_ arguments: [String]) throws {
    let outcome = try openssl.run(arguments)
    guard outcome.status == 0 else { throw SetUpError(description: "openssl \(arguments[0]): \(outcome.err)") }
  }
}
