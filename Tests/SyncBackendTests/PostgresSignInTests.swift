import HealthModel
import Postgres
import TestSupport
import Testing

@testable import SyncBackend

/// A database that is there and doesn't let the server in has an error of its own, with a hint that helps.
@Suite(.enabled(if: TestPostgres.address != nil)) struct PostgresSignInTests {
  private func refusal(_ address: String) throws -> BackendError {
    try #require(#expect(throws: BackendError.self) { try UserDirectory(at: .postgres(address), now: { BackendFixture.noon }) })
  }

  @Test func aWrongPasswordIsNotADatabaseThatIsGone() throws {
    let cluster = try #require(TestCluster())
    let side = try PostgresConnection(PostgresAddress(cluster.address))
    try side.run("CREATE ROLE guarded LOGIN PASSWORD 'right'")
    // Only this role has to show a password.
    try side.run(
      "COPY (VALUES ('local all guarded scram-sha-256'), ('local all all trust')) TO '\(cluster.folder)/data/pg_hba.conf'")
    try side.run("SELECT pg_reload_conf()")
    func address(_ user: String) -> String { "postgres://\(user)@/postgres?host=\(cluster.folder)" }
    var error = try refusal(address("guarded:wrong"))
    // The reload takes a moment; until then the password isn't asked for, and only the tables can't be made.
    _ = try comesTrue {
      if error.code != .signInRefused { error = try refusal(address("guarded:wrong")) }
      return error.code == .signInRefused
    }
    #expect(error.code == .signInRefused && error.kind == .noPermission)
    #expect(error.message.contains("password authentication failed") && !error.message.contains("28P01"), "\(error.message)")
    #expect(!error.message.contains("wrong") && !error.message.contains("LOCATION"), "\(error.message)")
    #expect(try refusal(address("guarded")).code == .signInRefused)
    #expect(try refusal(address("nobody")).code == .signInRefused)
    let missing = try refusal("postgres:///nowhere?host=\(cluster.folder)&user=postgres")
    #expect(missing.code == .unreachable && missing.kind == .unavailable && missing.message.contains("nowhere"), "\(missing.message)")
  }
}
