import GRDB
import HealthModel
import TestSupport
import Testing

@testable import SyncBackend

@Suite(.onEachEngine) struct TokenTests {
  private static let hour: Int64 = 3_600_000

  /// A pair for alice that is valid for an hour.
  private func pair(in fixture: BackendFixture) throws -> Credentials {
    try fixture.users.addToken(for: "alice", lifetimeMs: TokenTests.hour)
  }

  private func refresh(_ refreshToken: String, _ client: Client) async throws -> Client.Answer {
    try await client.send(
      .post, "/v1/token/refresh", headers: ["Authorization": ""], body: Array(#"{"refresh_token":"\#(refreshToken)"}"#.utf8))
  }

  /// The pair that a refresh token is exchanged for, which must work.
  private func exchange(_ refreshToken: String, _ client: Client, _ place: SourceLocation = #_sourceLocation) async throws -> Pair {
    let answer = try await refresh(refreshToken, client)
    #expect(answer.status == 200, sourceLocation: place)
    return Pair(
      token: try #require(answer.json["token"].string), refreshToken: try #require(answer.json["refresh_token"].string),
      expiresAtMs: try #require(answer.json["expires_at_ms"].int))
  }

  private struct Pair {
    let token: String
    let refreshToken: String
    let expiresAtMs: Int64
  }

  private func expect(_ status: Int, token: String, _ client: Client, _ place: SourceLocation = #_sourceLocation) async throws {
    let answer = try await client.changes(token: token)
    #expect(answer.status == status, sourceLocation: place)
  }

  private func expectUsedUp(_ refreshToken: String, _ client: Client, _ place: SourceLocation = #_sourceLocation) async throws {
    let answer = try await refresh(refreshToken, client)
    #expect(answer.status == 401, sourceLocation: place)
    #expect(answer.json["code"].string == "unauthorized", sourceLocation: place)
  }

  @Test func aTokenEndsWhenItSays() async throws {
    let fixture = try BackendFixture()
    let pair = try pair(in: fixture)
    #expect(pair.renewal?.expiresAtMs == BackendFixture.noon + TokenTests.hour)
    try await fixture.test { client in
      fixture.clock.advance(ms: TokenTests.hour - 1)
      try await expect(200, token: pair.token, client)
      fixture.clock.advance(ms: 1)
      let ended = try await client.push(1, [Sample.put("a", 1)], token: pair.token)
      #expect(ended.status == 401)
      #expect(ended.json["code"].string == "token_expired")
      #expect(ended.headers[.wwwAuthenticate] == #"Bearer realm="hsync", error="invalid_token""#)
      try await expect(200, token: fixture.alice, client)  // one without an end
    }
    #expect(try fixture.records() == "")
  }

  @Test func theLineIsTheTokenAloneOrJSON() throws {
    let fixture = try BackendFixture()
    let plain = try fixture.users.addToken(for: "alice")
    #expect(plain.line == plain.token)
    let pair = try pair(in: fixture)
    let json = try JSON(parsing: pair.line)
    #expect(json.members?.map(\.key) == ["token", "refresh_token", "expires_at_ms"])
    #expect(json["token"].string == pair.token)
    #expect(json["refresh_token"].string == pair.renewal?.refreshToken)
    #expect(json["refresh_token"].string != pair.token)
  }

  @Test func aRefreshTokenIsExchangedForANewPair() async throws {
    let fixture = try BackendFixture()
    let first = try #require(try pair(in: fixture).renewal)
    try await fixture.test { client in
      fixture.clock.advance(ms: 2 * TokenTests.hour)
      let second = try await exchange(first.refreshToken, client)
      #expect(second.expiresAtMs == fixture.clock.nowMs + TokenTests.hour)
      try await expect(200, token: second.token, client)
      // Now the device has it: the old refresh token is used up, the new one isn't.
      try await expectUsedUp(first.refreshToken, client)
      _ = try await exchange(second.refreshToken, client)
    }
  }

  // device                   | server
  // refresh R1               | gives T2, R2; the answer is lost
  // refresh R1               | gives T3, R3
  // uses T3                  | R1, T2, R2 are removed
  @Test func aLostAnswerLocksNobodyOut() async throws {
    let fixture = try BackendFixture()
    let first = try #require(try pair(in: fixture).renewal)
    try await fixture.test { client in
      let lost = try await exchange(first.refreshToken, client)
      let second = try await exchange(first.refreshToken, client)
      try await expect(200, token: second.token, client)
      try await expect(200, token: second.token, client)
      try await expectUsedUp(first.refreshToken, client)
      try await expect(401, token: lost.token, client)
      try await expectUsedUp(lost.refreshToken, client)
      _ = try await exchange(second.refreshToken, client)
    }
  }

  // A proxy that sends a request twice: the first answer reaches the device, the second is dropped.
  @Test func aRepeatedRequestDoesNotTakeThePairAway() async throws {
    let fixture = try BackendFixture()
    let first = try #require(try pair(in: fixture).renewal)
    try await fixture.test { client in
      let second = try await exchange(first.refreshToken, client)
      _ = try await exchange(first.refreshToken, client)
      try await expect(200, token: second.token, client)
      _ = try await exchange(second.refreshToken, client)
    }
  }

  // Renewed, then offline until the new token had ended as well, unused: its refresh token still works, and uses up the one before.
  @Test func aPairThatEndedUnusedIsRenewed() async throws {
    let fixture = try BackendFixture()
    let first = try #require(try pair(in: fixture).renewal)
    try await fixture.test { client in
      let second = try await exchange(first.refreshToken, client)
      fixture.clock.advance(ms: 5 * TokenTests.hour)
      let ended = try await client.changes(token: second.token)
      #expect(ended.json["code"].string == "token_expired")
      let third = try await exchange(second.refreshToken, client)
      try await expectUsedUp(first.refreshToken, client)
      try await expect(200, token: third.token, client)
    }
    // Nothing piles up: the tokens without an end, the one in use, and one that ended, until the next renewal.
    #expect(
      try fixture.table("SELECT (SELECT count(*) FROM token), (SELECT count(*) FROM refresh_token WHERE used_at_ms IS NULL)") == "4|1")
  }

  @Test(arguments: ["", "{}", "[]", "nonsense", #"{"refresh_token":1}"#])
  func aRefreshWithoutATokenIsABadRequest(_ body: String) async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let answer = try await client.send(.post, "/v1/token/refresh", headers: ["Authorization": ""], body: Array(body.utf8))
      #expect(answer.status == 400)
      let large = try await client.send(
        .post, "/v1/token/refresh", headers: ["Authorization": ""], body: Array(repeating: 0x20, count: TokenRoute.maxBytes + 1))
      #expect(large.status == 413)
    }
  }

  @Test func aTokenIsNoRefreshTokenNorTheOtherWayRound() async throws {
    let fixture = try BackendFixture()
    let pair = try pair(in: fixture)
    try await fixture.test { client in
      try await expectUsedUp(pair.token, client)
      try await expect(401, token: try #require(pair.renewal).refreshToken, client)
    }
  }

  @Test func revokingRemovesRefreshTokensToo() async throws {
    let fixture = try BackendFixture()
    let pair = try pair(in: fixture)
    let bobs = try fixture.users.addToken(for: "bob", lifetimeMs: TokenTests.hour)
    #expect(try fixture.users.revokeTokens(of: "alice") == 2)
    try await fixture.test { client in
      try await expect(401, token: pair.token, client)
      try await expectUsedUp(try #require(pair.renewal).refreshToken, client)
      _ = try await exchange(try #require(bobs.renewal).refreshToken, client)
    }
  }

  @Test func refreshTokensAreKeptOnlyAsHashesAndGoWithTheirUser() throws {
    let fixture = try BackendFixture()
    let refreshToken = try #require(try pair(in: fixture).renewal).refreshToken
    try fixture.users.delete("alice")
    #expect(try fixture.table("SELECT count(*) FROM refresh_token") == "0")
    guard fixture.data.sqlite != nil else { return }
    fixture.database.close()
    #expect(!String(decoding: try ProjectFiles.bytes(fixture.folder.file("backend.db")), as: UTF8.self).contains(refreshToken))
  }

  @Test func theListCountsWhatCanBeUsed() async throws {
    let fixture = try BackendFixture()
    let pair = try pair(in: fixture)
    #expect(try fixture.users.summary(of: "alice").tokens == 2)
    try await fixture.test { client in _ = try await refresh(try #require(pair.renewal).refreshToken, client) }
    // A token that replaces another and wasn't used yet isn't counted.
    #expect(try fixture.users.summary(of: "alice").tokens == 2)
  }

  @Test func tokensOfAnOlderFileStayValid() async throws {
    let folder = try TemporaryFolder()
    let pool = try DatabasePool(path: folder.file("backend.db"))
    try BackendSchema.migrator.migrate(pool, upTo: "1 records")
    try await pool.write { db in
      try db.execute(sql: "INSERT INTO owner(id, name, created_at_ms) VALUES ('x', 'old', 1)")
      try db.execute(sql: "INSERT INTO token(sha256, owner, created_at_ms) VALUES (x'00', 1, 1)")
    }
    try pool.close()
    #expect(try UserDirectory(at: .folder(folder.path), now: { BackendFixture.noon }).summary(of: "old").tokens == 1)
  }
}
