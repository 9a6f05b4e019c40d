import Digests
import Foundation
import HealthModel
import HealthStore
import Synchronization
import TestSupport
import Testing
import Transport

@testable import HealthSync

/// The requests to PostgREST and its documented answers; `PostgRESTDatabaseTests` has the database.
@Suite struct PostgRESTTests {
  private func error(_ code: String, _ message: String, status: Int) -> LoopbackServer.Reply {
    .text(#"{"code":"\#(code)","details":"Failing row contains (soup, 512).","hint":null,"message":"\#(message)"}"#, status: status)
  }

  @Test func eachKindIsAnUpsertOfItsOwnWithTheSameKeysInEachRow() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { _ in .text("", status: 201) }
    try fixture.addOneOfEachKind()
    try fixture.addPlan()
    try fixture.add(["a", "b"])
    try fixture.execute("DELETE FROM meal WHERE id = 'b'")
    let report = try await fixture.engine(server.baseURL, dialect: .postgrest).run(reason: .person)
    #expect(report.failure == nil)
    #expect(report.pushed == 9)
    #expect(
      Set(server.requests.map(\.path))
        == Set(
          ["meal", "weight", "day_summary", "workout", "sleep_session", "planner_item", "day_note"].map { "/rest/v1/hsync_\($0)" }))
    #expect(server.requests.count == 7)
    for request in server.requests {
      #expect(request.header("Authorization") == "Bearer secret-token")
      #expect(request.header("apikey") == "secret-token")
      #expect(request.header("Prefer") == "resolution=merge-duplicates,return=minimal")
      let query = URLComponents(string: request.target)?.queryItems ?? []
      #expect(query.first { $0.name == "on_conflict" }?.value == "user_id,id")
      let columns = (query.first { $0.name == "columns" }?.value ?? "").split(separator: ",").map(String.init)
      let rows = try #require(try JSON(parsing: request.body).array)
      #expect(!rows.isEmpty && rows.allSatisfy { ($0.members ?? []).map(\.key) == columns })
    }
    let meals = try #require(server.requests.first { $0.path.hasSuffix("hsync_meal") })
    let rows = try #require(try JSON(parsing: meals.body).array)
    let deleted = try #require(rows.first { $0["id"].string == "b" })
    let hlc = try #require(Int64(deleted["hlc"].string ?? ""))
    #expect(deleted["deleted_at"].string == Moment(ms: hlc >> 16, utcOffsetMin: 0).iso8601)
    #expect(deleted["name"].isNull && deleted["energy_kcal"].isNull && deleted["extra"].isNull)
    let whole = try #require(rows.first { $0["id"].string == "m" })
    #expect(whole["deleted_at"].isNull)
    #expect(whole["energy_kcal"].double == 512.5 && whole["doubts"].array?.count == 1)
    #expect(
      whole["extra"].isEquivalent(to: .object([("nutrition", .object([("zinc_mg", JSON(2))])), ("mood", .string("good \u{1F642}"))])))
  }

  @Test func anAddressWithAPathIsPostgRESTItself() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { _ in .text("", status: 201) }
    try fixture.add(["a"])
    _ = try await fixture.engine(server.baseURL + "/api/", dialect: .postgrest).run(reason: .person)
    #expect(server.requests.map(\.path) == ["/api/hsync_meal"])
  }

  @Test func theOneRowThatFailsABatchIsFoundByHalving() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { [self] request in
      String(decoding: request.body, as: UTF8.self).contains(#""id":"m5""#)
        ? error("23514", "new row violates check constraint", status: 400) : .text("", status: 201)
    }
    try fixture.add((0..<32).map { "m\($0)" })
    let report = try await fixture.engine(server.baseURL, dialect: .postgrest).run(reason: .person)
    #expect(report.pushed == 31)
    #expect(report.rejected.map { "\($0.id) \($0.code) \($0.message)" } == ["m5 23514 new row violates check constraint"])
    #expect(report.requests <= 12)
  }

  /// PostgREST's codes: docs.postgrest.org, "Errors".
  @Test(
    arguments: [
      ("23505", 409, "refused"), ("23502", 400, "refused"), ("22P02", 400, "refused"), ("22003", 400, "refused"), ("P0001", 400, "refused"),
      ("54000", 500, "refused"), ("40001", 500, "retry"), ("40P01", 500, "retry"), ("53300", 503, "retry"), ("57P01", 500, "retry"),
      ("57014", 500, "retry"), ("55P03", 500, "retry"), ("08006", 503, "retry"), ("25006", 405, "retry"), ("PGRST001", 503, "retry"),
      ("PGRST003", 504, "retry"), ("42P01", 404, "configuration"), ("42703", 400, "configuration"), ("42P10", 400, "configuration"),
      ("PGRST204", 400, "configuration"), ("PGRST205", 404, "configuration"), ("PGRST106", 406, "configuration"),
      ("42501", 403, "forbidden"), ("42501", 401, "forbidden"),
      ("PGRST301", 401, "auth"), ("PGRST302", 401, "auth"), ("PGRST303", 401, "auth"), ("", 401, "auth"),
      ("", 400, "configuration"), ("", 404, "configuration"), ("", 500, "retry"), ("", 409, "configuration"),
    ] as [(String, Int, String)])
  func aCodeSaysWhatToDo(code: String, status: Int, expected: String) throws {
    let account = try BackendAccount(url: "https://x.example", token: "t", dialect: .postgrest)
    let record = SyncRecord(kind: "meal", id: "a", hlc: 1, dev: nil, content: .deleted)
    let body = PushBody.bytes(device: "d", push: 1, records: [record])
    let stored = OutboxQueue.StoredFlight(push: 1, sha: SHA256.of(body), body: body, count: 1)
    let flight = try #require(Flight(leftBehind: stored))
    let answer = code.isEmpty ? "upstream" : #"{"code":"\#(code)","message":"why","details":"(soup, 512)","hint":null}"#
    let verdict = PostgREST(account: account).verdict(HTTPResponse(status: status, body: Array(answer.utf8)), on: flight, nowMs: 0)
    let meaning =
      switch verdict {
      case .refused(let code, let message): code + message == code + "why" ? "refused" : "?"
      case .trouble(let trouble):
        if case .retry = trouble.remedy { "retry" } else { "\(trouble.error.code)" }
      default: "?"
      }
    #expect(meaning == expected)
    #expect(!"\(verdict)".contains("soup"), "details hold the row")
  }

  @Test func aKeyOfTheProjectIsNoUser() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { [self] _ in
      error("23502", #"null value in column \"user_id\" of relation \"hsync_meal\" violates not-null constraint"#, status: 400)
    }
    try fixture.add(["a", "b"])
    let report = try await fixture.engine(server.baseURL, dialect: .postgrest).run(reason: .person)
    #expect(report.stop?.code == .forbidden)
    #expect(report.requests == 1)
    #expect(try fixture.text("SELECT (SELECT count(*) FROM outbox), (SELECT count(*) FROM quarantine)") == "2|0")
  }

  @Test func aBatchThatTakesTooLongIsHalved() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { [self] request in
      ((try? JSON(parsing: request.body))?.array?.count ?? 0) > 20
        ? error("57014", "canceling statement due to statement timeout", status: 500) : .text("", status: 201)
    }
    try fixture.add((0..<100).map { "m\($0)" })
    let report = try await fixture.engine(server.baseURL, dialect: .postgrest).run(reason: .person)
    #expect(report.failure == nil)
    #expect(report.pushed == 100)
  }

  @Test func aLostAnswerBringsTheSameBytesUnderTheSameKey() async throws {
    let fixture = try SyncFixture()
    let count = Mutex(0)
    let server = try LoopbackServer { _ in
      count.withLock { count in
        count += 1
        return count < 6 ? .closed : .text("", status: 201)
      }
    }
    try fixture.addOneOfEachKind()
    try fixture.execute("DELETE FROM weight; DELETE FROM workout; DELETE FROM day_summary; DELETE FROM sleep_session")
    try fixture.execute("UPDATE meal SET note = 'a' || char(127) || '/\u{2028}'; DELETE FROM outbox WHERE kind <> 'meal'")
    for _ in 0..<2 { _ = try await fixture.engine(server.baseURL, dialect: .postgrest).run(reason: .person) }
    #expect(server.requests.count == 6)
    #expect(server.requests.differentBatches == 1)
    #expect(try fixture.waiting() == "0|0|0")
  }

  @Test(arguments: [
    (200, "[]", "the backend is up; the first sync shows whether it accepts the token", nil),
    (
      404, #"{"code":"PGRST205","message":"Could not find the table 'public.hsync_meal' in the schema cache"}"#,
      "the backend isn't ready: the tables there aren't as hsync needs them: Could not find the table 'public.hsync_meal' in the schema cache"
        + " (PGRST205)", "run there what this prints: \(.backendTables)" as Hint
    ),
  ])
  func signingInAsksForTheTables(status: Int, body: String, expected: String, hint: Hint?) async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { _ in .text(body, status: status) }
    let account = try BackendAccount(url: server.baseURL, token: "t", dialect: .postgrest)
    let outcome = try await SyncEngine.signIn(fixture.library, to: account, .first, transport: fixture.transport)
    #expect(outcome == .unchecked(expected, hint: hint))
    #expect(server.requests.map(\.target) == ["/rest/v1/hsync_meal?select=id&limit=0"])
  }

  @Test(arguments: [(404, "<html>"), (200, "<html>"), (200, "{}")])
  func whatIsNoPostgRESTIsNotSignedInTo(status: Int, body: String) async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { _ in .text(body, status: status) }
    let account = try BackendAccount(url: server.baseURL, token: "t", dialect: .postgrest)
    await #expect(throws: SyncError.self) {
      try await SyncEngine.signIn(fixture.library, to: account, .first, transport: fixture.transport)
    }
    #expect(try fixture.queue.backendURL() == nil)
    let outcome = try await SyncEngine.signIn(fixture.library, to: account, .first, isChecked: false, transport: fixture.transport)
    guard case .unchecked(let why, _) = outcome else { return #expect(Bool(false), "\(outcome)") }
    #expect(why.contains("there is no PostgREST at that address"))
  }

  @Test func aRefusedTokenIsNoSignIn() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { [self] _ in error("PGRST303", "JWT expired", status: 401) }
    let account = try BackendAccount(url: server.baseURL, token: "t", dialect: .postgrest)
    await #expect(throws: SyncError.self) {
      try await SyncEngine.signIn(fixture.library, to: account, .first, transport: fixture.transport)
    }
    #expect(try fixture.queue.backendURL() == nil)
  }

  /// A Supabase token lasts an hour.
  @Test func anEndedTokenIsRenewedWithTheProjectsKey() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { [self] request in
      if request.target == "/auth/v1/token?grant_type=refresh_token" {
        guard request.header("apikey") == "public-key", request.header("Authorization") == nil else { return .text("{}", status: 401) }
        return .text(#"{"access_token":"second-token","token_type":"bearer","expires_in":3600,"refresh_token":"r2"}"#)
      }
      return request.header("Authorization") == "Bearer second-token" && request.header("apikey") == "public-key"
        ? .text("", status: 201) : error("PGRST303", "JWT expired", status: 401)
    }
    try fixture.add(["a"])
    let engine = try fixture.engine(server.baseURL, refreshToken: "r1", apiKey: "public-key", dialect: .postgrest)
    #expect(try await engine.run(reason: .person).failure == nil)
    #expect(try fixture.waiting() == "0|0|0")
    let kept = try #require(try AccountFile(library: fixture.library.path).read())
    #expect(kept.token == "second-token" && kept.refreshToken == "r2" && kept.apiKey == "public-key")
  }

  @Test func theDocumentIsTheScript() throws {
    let document = String(decoding: try ProjectFiles.bytes(ProjectFiles.root + "/docs/postgrest.sql"), as: UTF8.self)
    #expect(document == PostgREST.script + "\n", "make it anew: hsync login --print-sql > docs/postgrest.sql")
  }

  @Test func anotherDialectAtTheSameAddressIsAnotherBackend() throws {
    let fixture = try SyncFixture()
    let account = { try BackendAccount(url: "https://x.example", token: "t", dialect: $0) }
    try SyncEngine.join(fixture.library, to: account(.webhook), .first)
    #expect(throws: SyncError.self) { try SyncEngine.join(fixture.library, to: account(.postgrest), .first) }
    // As long as nothing was synced.
    try fixture.execute("UPDATE sync_state SET cursor = ''")
    try SyncEngine.join(fixture.library, to: account(.postgrest), .first)
    try SyncEngine.join(fixture.library, to: account(.postgrest), .first)
    #expect(try fixture.queue.backendDialect() == "postgrest")
    try fixture.execute("UPDATE sync_state SET push_no = 1")
    #expect(throws: SyncError.self) { try SyncEngine.join(fixture.library, to: account(.webhook), .first) }
    try SyncEngine.join(fixture.library, to: account(.webhook), .fresh)
    #expect(try fixture.queue.backendDialect() == "webhook")
    // The first hsync's name for its own protocol.
    try fixture.execute("UPDATE backend SET dialect = 'hsync1'")
    try SyncEngine.join(fixture.library, to: account(.hsync1), .first)
  }
}
