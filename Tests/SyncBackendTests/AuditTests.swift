import HealthModel
import Testing

@testable import SyncBackend

/// Commands leave a line, in the transaction of what they change.
@Suite(.onEachEngine) struct AuditTests {
  @Test func everyCommandThatChangesSomethingIsNoted() async throws {
    let fixture = try BackendFixture()
    let users = UserDirectory(fixture.data.store, osUser: "operator")
    fixture.clock.advance(ms: 1)
    let carol = try users.add("carol", scope: .read)
    fixture.clock.advance(ms: 1)
    let second = try users.addToken(for: "carol", lifetimeMs: 60_000)
    fixture.clock.advance(ms: 1)
    _ = try await users.export("carol") { _ in }
    fixture.clock.advance(ms: 1)
    try users.revokeToken(TokenRules.id(of: TokenRules.hash(second.token)), of: "carol")
    fixture.clock.advance(ms: 1)
    #expect(try users.revokeTokens(of: "carol") == 1)
    fixture.clock.advance(ms: 1)
    try users.delete("carol")
    let records = try users.audit(most: 6)
    #expect(
      records.map(\.command) == ["user delete", "user revoke", "user revoke --token", "user export", "user token", "user add"])
    #expect(records.map(\.atMs) == (1...6).reversed().map { BackendFixture.noon + $0 })
    #expect(records.allSatisfy { $0.user == "carol" && $0.osUser == "operator" })
    #expect(
      records[5].json.text == #"{"at_ms":1770724800001,"command":"user add","user":"carol","os_user":"operator"}"#)
    // The two of the fixture come before.
    #expect(try users.audit(most: AuditRecord.mostKept).filter { $0.user != nil }.count == 8)
    let table = try fixture.table("SELECT * FROM audit")
    for secret in [carol.token, second.token, second.renewal?.refreshToken ?? ""] { #expect(!table.contains(secret)) }
  }

  @Test func whatFailsIsNotNotedAndWhatReadsNeither() async throws {
    let fixture = try BackendFixture()
    let users = fixture.users
    _ = try? users.add("alice")
    _ = try? users.addToken(for: "zoe")
    _ = try? users.revokeTokens(of: "zoe")
    _ = try? users.revokeToken("000000000000", of: "alice")
    _ = try? users.delete("zoe")
    _ = try? await users.export("zoe") { _ in }
    _ = try (users.list(), users.tokens(of: "alice"), users.check(), users.audit(most: 1))
    // That the tables were distributed is noted as well, of no user.
    #expect(try users.audit(most: 10).compactMap(\.user) == ["bob", "alice"])
  }

  // What isn't noted isn't done.
  @Test func aChangeThatCannotBeNotedIsNotMade() throws {
    let fixture = try BackendFixture()
    try fixture.data.executeSchema("ALTER TABLE audit RENAME TO away")
    #expect(throws: BackendError.self) { try fixture.users.add("carol") }
    #expect(throws: BackendError.self) { try fixture.users.revokeTokens(of: "alice") }
    #expect(throws: BackendError.self) { try fixture.users.delete("alice") }
    try fixture.data.executeSchema("ALTER TABLE away RENAME TO audit")
    #expect(try fixture.users.list().map { "\($0.name) \($0.tokens)" } == ["alice 1", "bob 1"])
  }

  @Test func theOldestAreDropped() throws {
    let fixture = try BackendFixture()
    let values = (0..<AuditRecord.mostKept).map { "(\(BackendFixture.noon + Int64($0)), 'x', NULL, 'y')" }.joined(separator: ",")
    try fixture.data.execute(#"INSERT INTO audit(at_ms, command, "user", os_user) VALUES \#(values)"#)
    fixture.clock.advance(ms: 3_600_000)
    _ = try fixture.users.addToken(for: "alice")
    let records = try fixture.users.audit(most: 2 * AuditRecord.mostKept)
    #expect(records.count == AuditRecord.mostKept)
    #expect(records.first?.command == "user token" && records.last?.atMs == BackendFixture.noon + 1)
  }
}
