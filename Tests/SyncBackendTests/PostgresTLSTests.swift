import Foundation
import HealthModel
import Postgres
import TestSupport
import Testing

@testable import SyncBackend

/// Encrypted connections to a PostgreSQL with a certificate of the test's own authority.
@Suite(.enabled(if: TestCluster.isInstalled && TestAuthority.isAvailable)) struct PostgresTLSTests {
  /// A cluster with the certificate that the authority has made for 127.0.0.1, or another one.
  private struct Encrypted {
    let cluster: TestCluster
    let authority: TestAuthority

    init(_ certificate: TestAuthority.Certificate = .good, demandsEncryption: Bool = false) throws {
      cluster = try #require(TestCluster(isOnTCP: true))
      authority = try TestAuthority()
      let side = try PostgresConnection(PostgresAddress(cluster.address))
      // Written by PostgreSQL, the files are its user's.
      for end in ["pem", "key"] {
        let text = try String(contentsOfFile: authority.path("\(certificate).\(end)"), encoding: .utf8)
        let lines = text.split(separator: "\n").map { "('\($0)')" }.joined(separator: ", ")
        try side.run("COPY (VALUES \(lines)) TO PROGRAM 'umask 077; cat >\(cluster.folder)/data/server.\(end)'")
      }
      let line = demandsEncryption ? "hostssl" : "host"
      try side.run(
        "COPY (VALUES ('local all all trust'), ('\(line) all all 127.0.0.1/32 trust')) TO '\(cluster.folder)/data/pg_hba.conf'")
      for (name, value) in [("ssl_cert_file", "server.pem"), ("ssl_key_file", "server.key"), ("ssl", "on")] {
        try side.run("ALTER SYSTEM SET \(name) = '\(value)'")
      }
      try side.run("SELECT pg_reload_conf()")
      // The reload takes a moment, and a new connection of a user shows that it has been.
      let isOn = try comesTrue {
        try PostgresConnection(PostgresAddress(cluster.address)).run("SELECT current_setting('ssl') = 'on'").integer(0, 0) == 1
      }
      try #require(isOn)
    }

    /// An address on TCP with these options.
    func address(_ options: String, host: String = "127.0.0.1") -> String {
      "postgres://postgres@\(host):\(cluster.port)/postgres\(options.isEmpty ? "" : "?")\(options)"
    }

    /// The option that makes its authority trusted.
    var trusted: String { "sslrootcert=\(authority.path("ca.pem"))" }
  }

  private func refusal(_ address: String) throws -> BackendError {
    try #require(#expect(throws: BackendError.self) { try UserDirectory(at: .postgres(address), now: { BackendFixture.noon }) })
  }

  @Test func aCertificateOfATrustedAuthorityIsAcceptedForItsHostOnly() throws {
    let encrypted = try Encrypted()
    for options in ["sslmode=verify-full&\(encrypted.trusted)", encrypted.trusted] {
      let users = try UserDirectory(at: .postgres(encrypted.address(options)), now: { BackendFixture.noon })
      #expect(try users.list().isEmpty)
    }
    let side = try PostgresConnection(PostgresAddress(encrypted.address(encrypted.trusted)))
    #expect(try side.run("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()").integer(0, 0) == 1)

    let error = try refusal(encrypted.address(encrypted.trusted, host: "localhost"))
    #expect(error.code == .notEncrypted && error.kind == .unavailable)
    #expect(error.message.hasPrefix("the database's certificate is for another host: "), "\(error.message)")
    #expect(error.message.contains("does not match host name \"localhost\""), "\(error.message)")
    #expect(error.hint == "use the host name in the certificate, or get one for the name in the address")
  }

  @Test func anUnknownAuthorityIsRefused() throws {
    let encrypted = try Encrypted()
    let other = try TestAuthority()
    // One of no interest, the machine's own, and none.
    for options in ["sslrootcert=\(other.path("ca.pem"))", ""] {
      let error = try refusal(encrypted.address(options))
      #expect(error.code == .notEncrypted && error.kind == .unavailable, "\(error.message)")
      #expect(error.message.hasPrefix("the database's certificate isn't trusted: "), "\(error.message)")
      #expect(error.hint == "name its authority's file in the address: sslrootcert=/etc/ssl/my-ca.pem")
    }
    let missing = try refusal(encrypted.address("sslrootcert=\(other.path("none.pem"))"))
    #expect(missing.code == .notEncrypted && missing.hint == "check sslrootcert in the address", "\(missing.message)")
    #expect(missing.message.hasPrefix("the file with trusted certificates can't be read: "), "\(missing.message)")
  }

  @Test func anExpiredCertificateIsRefused() throws {
    let encrypted = try Encrypted(.expired)
    let error = try refusal(encrypted.address(encrypted.trusted))
    #expect(error.code == .notEncrypted && error.message.contains("certificate verify failed"), "\(error.message)")
  }

  @Test func anAddressWithoutEncryptionIsRefusedWhereItIsDemanded() throws {
    let encrypted = try Encrypted(demandsEncryption: true)
    _ = try UserDirectory(at: .postgres(encrypted.address(encrypted.trusted)), now: { BackendFixture.noon })
    let error = try refusal(encrypted.address("sslmode=disable"))
    #expect(error.code == .notEncrypted && error.kind == .unavailable, "\(error.message)")
    #expect(error.message.hasPrefix("the database lets the server in only with encryption: "), "\(error.message)")
    #expect(error.hint == "remove sslmode from the address, so that the connection is encrypted and the certificate checked")
  }

  @Test func aServerThatDoesNotEncryptIsRefusedUnlessTheAddressSaysOtherwise() throws {
    let cluster = try #require(TestCluster(isOnTCP: true))
    let address = "postgres://postgres@127.0.0.1:\(cluster.port)/postgres"
    let error = try refusal(address)
    #expect(error.code == .notEncrypted && error.kind == .unavailable, "\(error.message)")
    #expect(error.message.hasPrefix("the database doesn't encrypt connections: "), "\(error.message)")
    #expect(try UserDirectory(at: .postgres("\(address)?sslmode=disable"), now: { BackendFixture.noon }).list().isEmpty)
  }
}
