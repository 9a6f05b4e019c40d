import HealthModel
import Testing

@testable import SyncBackend

/// The list of a user's tokens, the hour of their last use, and revoking one.
@Suite(.onEachEngine) struct TokenListTests {
  private static let hour: Int64 = 3_600_000

  @Test func theListHasNoSecretAndSaysWhatEachIs() throws {
    let fixture = try BackendFixture()
    fixture.clock.advance(ms: 1)
    let pair = try fixture.users.addToken(for: "alice", lifetimeMs: TokenListTests.hour, scope: .read)
    let tokens = try fixture.users.tokens(of: "alice")
    #expect(tokens.map(\.createdAtMs) == [BackendFixture.noon, BackendFixture.noon + 1])
    #expect(tokens.map(\.expiresAtMs) == [nil, BackendFixture.noon + 1 + TokenListTests.hour])
    #expect(tokens.map(\.scope) == [.all, .read] && tokens.map(\.lastUsedAtMs) == [nil, nil])
    #expect(tokens.map(\.id) == [fixture.alice, pair.token].map { String(Hexadecimal.text(TokenRules.hash($0)).prefix(12)) })
    #expect(
      tokens[0].json.text
        == #"{"id":"\#(tokens[0].id)","scope":"all","created_at_ms":1770724800000,"expires_at_ms":null,"last_used_at_ms":null}"#)
    #expect(try fixture.users.tokens(of: "bob").count == 1)
    #expect(#expect(throws: BackendError.self) { try fixture.users.tokens(of: "zoe") }?.code == .unknownUser)
  }

  @Test func endedTokensAreListedWhileTheyCanBeRenewed() async throws {
    let fixture = try BackendFixture()
    let first = try fixture.users.addToken(for: "alice", lifetimeMs: TokenListTests.hour)
    fixture.clock.advance(ms: 2 * TokenListTests.hour)
    #expect(try fixture.users.tokens(of: "alice").map(\.id).contains(TokenRules.id(of: TokenRules.hash(first.token))))
    try await fixture.test { client in
      let next = try await renewed(first, client)
      let used = try await client.changes(token: next)
      #expect(used.status == 200)
    }
    let tokens = try fixture.users.tokens(of: "alice")
    #expect(tokens.count == 2 && !tokens.map(\.id).contains(TokenRules.id(of: TokenRules.hash(first.token))))
    #expect(try fixture.users.list().map(\.tokens) == [2, 1])
  }

  @Test func theHourOfTheLastUseIsNotedOnce() async throws {
    let fixture = try BackendFixture()
    fixture.clock.advance(ms: 10 * 60_000)
    try await fixture.test { client in
      for number in 1...3 {
        let pushed = try await client.push(number, [Sample.put("a\(number)", 1)])
        #expect(pushed.status == 200)
        #expect(try fixture.users.tokens(of: "alice").map(\.lastUsedAtMs) == [BackendFixture.noon])
      }
      // Within the hour nothing is written: what is changed past the server stays.
      let sentinel = BackendFixture.noon + 1
      try fixture.data.execute("UPDATE token SET used_hour_ms = \(sentinel)")
      fixture.clock.advance(ms: 49 * 60_000)
      let page = try await client.changes()
      #expect(page.status == 200)
      #expect(try fixture.users.tokens(of: "alice").map(\.lastUsedAtMs) == [sentinel])
      fixture.clock.advance(ms: 60_000)
      _ = try await client.changes()
      #expect(try fixture.users.tokens(of: "alice").map(\.lastUsedAtMs) == [BackendFixture.noon + TokenListTests.hour])
      #expect(try fixture.users.tokens(of: "bob").map(\.lastUsedAtMs) == [sentinel])
      // A clock that was put back changes nothing.
      fixture.clock.advance(ms: -5 * TokenListTests.hour)
      _ = try await client.changes()
      #expect(try fixture.users.tokens(of: "alice").map(\.lastUsedAtMs) == [BackendFixture.noon + TokenListTests.hour])
    }
  }

  @Test func aRequestIsAnsweredThoughItsHourCannotBeNoted() async throws {
    let fixture = try BackendFixture(on: .sqlite)
    try fixture.data.execute(
      "CREATE TRIGGER no_use BEFORE UPDATE OF used_hour_ms ON token BEGIN SELECT RAISE(FAIL, 'no'); END")
    try await fixture.test { client in
      let pushed = try await client.push(1, [Sample.put("a", 1)])
      let page = try await client.changes()
      #expect([pushed.status, page.status] == [200, 200])
    }
    #expect(try fixture.users.tokens(of: "alice").map(\.lastUsedAtMs) == [nil])
  }

  @Test func oneTokenIsRevokedAlone() async throws {
    let fixture = try BackendFixture()
    let other = try fixture.users.addToken(for: "alice").token
    try fixture.users.revokeToken(TokenRules.id(of: TokenRules.hash(other)), of: "alice")
    try await fixture.test { client in
      let (first, second) = (try await client.changes(), try await client.changes(token: other))
      #expect([first.status, second.status] == [200, 401])
    }
    let bobs = TokenRules.id(of: TokenRules.hash(fixture.bob))
    for id in [bobs, "", "0000", TokenRules.id(of: TokenRules.hash(other))] {
      let error = #expect(throws: BackendError.self) { try fixture.users.revokeToken(id, of: "alice") }
      #expect(error?.code == .unknownToken && error?.kind == .no && error?.hint == "hsync-backend user tokens alice", "\(id)")
    }
    #expect(try fixture.users.tokens(of: "bob").count == 1)
  }

  // A device's token is another one after each renewal: revoking any of them ends what it has and what it could get.
  @Test(arguments: [false, true]) func aTokenIsRevokedWithItsFamily(hasBeenUsed: Bool) async throws {
    let fixture = try BackendFixture()
    let first = try fixture.users.addToken(for: "alice", lifetimeMs: TokenListTests.hour)
    let bystander = try fixture.users.addToken(for: "alice", lifetimeMs: TokenListTests.hour)
    try await fixture.test { client in
      let next = try await renewed(first, client)
      if hasBeenUsed { _ = try await client.changes(token: next) }
      // An older version had no families of tokens that weren't exchanged.
      if !hasBeenUsed, fixture.data.sqlite != nil {
        try fixture.data.execute("UPDATE token SET family = NULL WHERE parent IS NULL")
        try fixture.data.execute("UPDATE refresh_token SET family = NULL WHERE token IN (SELECT sha256 FROM token WHERE parent IS NULL)")
      }
      try fixture.users.revokeToken(TokenRules.id(of: TokenRules.hash(first.token)), of: "alice")
      for token in [first.token, next] {
        let gone = try await client.changes(token: token)
        #expect(gone.status == 401)
      }
      let refused = try await client.send(
        .post, "/v1/token/refresh", body: Array(#"{"refresh_token":"\#(first.renewal?.refreshToken ?? "")"}"#.utf8))
      #expect(refused.status == 401)
      _ = try await renewed(bystander, client)
    }
  }

  /// The token that the credentials are exchanged for.
  private func renewed(_ credentials: Credentials, _ client: Client) async throws -> String {
    let answer = try await client.send(
      .post, "/v1/token/refresh", headers: ["Authorization": ""],
      body: Array(#"{"refresh_token":"\#(credentials.renewal?.refreshToken ?? "")"}"#.utf8))
    #expect(answer.status == 200, "\(answer.text)")
    return try #require(answer.json["token"].string)
  }
}
