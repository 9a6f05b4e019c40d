import Foundation

/// A certificate authority of the test's own, and servers with its certificates.
package struct TestAuthority {
  /// A certificate that it has made, or that is like one of it.
  package enum Certificate: String {
    case good, expired, otherHost, selfSigned
  }

  /// The path of the program that makes them.
  package static let program = "/usr/bin/openssl"

  /// Whether it is installed.
  package static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: program) }

  private static let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
  private let folder: TemporaryFolder
  private let openssl: Program

  /// An authority, and its certificates in a temporary folder: for 127.0.0.1 unless they are another host's.
  package init() throws {
    folder = try TemporaryFolder()
    openssl = Program(TestAuthority.program, home: folder)
    try run(
      ["req", "-x509"] + TestAuthority.key + [
        "-keyout", path("ca.key"), "-out", path("ca.pem"), "-days", "2", "-subj", "/CN=Test authority",
      ])
    for (certificate, name, days) in [
      (Certificate.good, "IP:127.0.0.1", "2"), (.expired, "IP:127.0.0.1", "-1"), (.otherHost, "DNS:other.example", "2"),
    ] {
      let request = path("\(certificate).csr")
      try run(
        ["req"] + TestAuthority.key + [
          "-keyout", path("\(certificate).key"), "-out", request, "-subj", "/CN=server", "-addext", "subjectAltName=\(name)",
        ])
      try run([
        "x509", "-req", "-in", request, "-CA", path("ca.pem"), "-CAkey", path("ca.key"), "-CAcreateserial", "-copy_extensions", "copy",
        "-days", days, "-out", path("\(certificate).pem"),
      ])
    }
    try run(
      ["req", "-x509"] + TestAuthority.key + [
        "-keyout", path("selfSigned.key"), "-out", path("selfSigned.pem"), "-days", "2", "-subj", "/CN=server", "-addext",
        "subjectAltName=IP:127.0.0.1",
      ])
  }

  /// The path of one of its files: `ca.pem`, and `<certificate>.pem` and `<certificate>.key` of each certificate.
  package func path(_ name: String) -> String { folder.file(name) }

  /// A server that answers each GET with a page about the connection.
  package func serve(_ certificate: Certificate) throws -> Server {
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

  /// A running server.
  package struct Server {
    fileprivate let running: Program.Running
    /// Its port on 127.0.0.1.
    package let port: UInt16

    /// Ends it.
    package func stop() {
      running.signal(SIGKILL)
      _ = running.wait()
    }
  }

  private func run(_ arguments: [String]) throws {
    let outcome = try openssl.run(arguments)
    guard outcome.status == 0 else { throw SetUpError(description: "openssl \(arguments[0]): \(outcome.err)") }
  }
}
