import FoundationEssentials
import GRDB
import HealthModel
import Postgres
import TestSupport
import Testing

@testable import SyncBackend

/// Data of older versions are brought up to date by opening them, and an older server can work beside a newer one on PostgreSQL.
@Suite struct UpgradeTests {
  private let token = "0123456789abcdef"

  @Test func anOlderFileIsUpgradedByOpeningIt() throws {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.file("backend.db"))
    try BackendSchema.migrator.migrate(queue, upTo: "4 shares")
    try queue.write { db in
      try db.execute(sql: "INSERT INTO owner(n, id, name, created_at_ms) VALUES (1, 'aa', 'alice', 0)")
      try db.execute(sql: "INSERT INTO epoch(owner, epoch) VALUES (1, 'e')")
      try db.execute(
        sql: "INSERT INTO token(sha256, owner, created_at_ms, expires_at_ms) VALUES (?, 1, 5, 7)", arguments: [TokenRules.hash(token)])
      try db.execute(
        sql: "INSERT INTO refresh_token(sha256, owner, token, lifetime_ms, created_at_ms) VALUES (x'01', 1, ?, 9, 5)",
        arguments: [TokenRules.hash(token)])
    }
    try queue.close()
    let users = try UserDirectory(at: .folder(folder.path), now: { BackendFixture.noon })
    let tokens = try users.tokens(of: "alice")
    #expect(tokens.map(\.scope) == [.all] && tokens.map(\.lastUsedAtMs) == [nil] && tokens.map(\.createdAtMs) == [5])
    #expect(try users.audit(most: 10).isEmpty)
    _ = try users.addToken(for: "alice")
    #expect(try users.audit(most: 10).map(\.command) == ["user token"])
  }

  @Test(.enabled(if: TestPostgres.address != nil)) func anOlderDatabaseIsUpgradedAndAnOlderServerGoesOn() async throws {
    let address = try TestPostgres.atCoordinator(TestPostgres.makeSchema())
    let place = BackendPlace.postgres(address, connections: 2)
    let alice = try UserDirectory(at: place, now: { BackendFixture.noon }).add("alice").token
    // Back to the tables of the first version.
    let side = try PostgresConnection(PostgresAddress(address))
    for statement in [
      "ALTER TABLE token DROP COLUMN scope, DROP COLUMN used_hour_ms", "ALTER TABLE refresh_token DROP COLUMN scope", "DROP TABLE audit",
      "ALTER TABLE server DROP COLUMN moved", "DELETE FROM schema_step WHERE step > 1",
    ] { try side.run(statement) }

    let store = try place.open(makesFolder: false, limits: BackendLimits(), now: { BackendFixture.noon })
    #expect(try store.tokens(of: "alice").map(\.scope) == [.all])
    #expect(try side.run("SELECT max(oldest) FROM schema_step").integer(0, 0) == 1)
    // As a server of the first version writes them.
    let (owner, hash) = (try #require(try side.run("SELECT id::text FROM owner").text(0, 0)), TokenRules.hash(token))
    try side.run(
      "INSERT INTO token(sha256, owner, created_at_ms, expires_at_ms, parent, family) VALUES ($1, $2, 6, NULL, NULL, NULL)",
      [.bytes(hash), .text(owner)])
    try side.run(
      "INSERT INTO server(one, seen_ms) VALUES (1, \(BackendFixture.noon)) ON CONFLICT(one) DO UPDATE SET seen_ms = excluded.seen_ms")
    let backend = try BackendServer(store, now: { BackendFixture.noon }, logger: BackendFixture.logger)
    try await BackendFixture.serve(backend) { port in
      for token in [alice, token] {
        let pushed = try await Client(port: port, token: token).push(1, device: token == alice ? "aa" : "bb", [Sample.put("a", 1)])
        #expect(pushed.status == 200, "\(pushed.text)")
      }
    }
  }
}
