import HTTPTypes
import HealthModel
import Testing

@testable import SyncBackend

/// A token reaches the routes of its scope, and no other.
@Suite(.onEachEngine) struct ScopeTests {
  /// A request, and the scopes that allow it.
  private struct Route {
    let method: HTTPRequest.Method
    let path: String
    var headers: [String: String] = [:]
    var body: [UInt8]?
    let scopes: TokenScope
  }

  private static let routes = [
    Route(
      method: .post, path: "/v1/sync/push", body: Client.pushBody(1, device: "cc", [Sample.put("a", 1)]), scopes: .write),
    Route(method: .get, path: "/v1/sync/changes?since=", scopes: .read),
    Route(method: .get, path: "/v1/sync/device", headers: ["HSync-Device": "cc"], scopes: [.read, .write]),
    Route(
      method: .post, path: "/v1/events", headers: ["Idempotency-Key": #""cc:1:0""#],
      body: Array(#"{"at_ms":1770724800000,"event":"x"}"#.utf8) + [10], scopes: .events),
    Route(method: .post, path: "/food/log", body: Array(Sample.meal().utf8), scopes: .log),
  ]

  @Test func everyRouteThatNeedsATokenIsTried() {
    let open: Set = ["/health", "/healthz", "/readyz", "/v1/token/refresh"]
    let tried = Set(ScopeTests.routes.map { String($0.path.prefix { $0 != "?" }) })
    #expect(tried == Set(ErrorAnswers.methods.keys).subtracting(open))
  }

  @Test(arguments: TokenScope.names) func aTokenReachesTheRoutesOfItsScopeAlone(_ name: String) async throws {
    let fixture = try BackendFixture()
    let scope = try #require(TokenScope(name: name))
    let pair = try fixture.users.addToken(for: "alice", lifetimeMs: 3_600_000, scope: scope)
    try await fixture.test { client in
      let refreshed = try await client.send(
        .post, "/v1/token/refresh", headers: ["Authorization": ""],
        body: Array(#"{"refresh_token":"\#(pair.renewal?.refreshToken ?? "")"}"#.utf8))
      // A renewed token has the scope of the first.
      for token in [pair.token, try #require(refreshed.json["token"].string)] {
        for route in ScopeTests.routes {
          let answer = try await client.send(route.method, route.path, headers: route.headers, body: route.body, token: token)
          guard scope.isDisjoint(with: route.scopes) else {
            // A device that has pushed nothing is unknown, which is an answer as well.
            let isAnswered = [200, 201].contains(answer.status) || answer.json["code"].string == "unknown_device"
            #expect(isAnswered, "\(name) \(route.path): \(answer.text)")
            continue
          }
          let needed = route.scopes.namesOfMembers.joined(separator: " ")
          #expect(answer.status == 403 && answer.json["code"].string == "insufficient_scope", "\(name) \(route.path): \(answer.text)")
          #expect(answer.json["scope"].string == needed && answer.json["message"].string?.isEmpty == false)
          #expect(answer.headers[.wwwAuthenticate] == #"Bearer realm="hsync", error="insufficient_scope", scope="\#(needed)""#)
        }
      }
    }
    // What was refused has left nothing.
    let isWriter = scope.contains(.write)
    #expect(try fixture.table("SELECT count(*) FROM device") == (isWriter ? "1" : "0"))
    let meals = try fixture.table("SELECT count(*) FROM rec WHERE kind = 'meal'")
    #expect((meals != "0") == scope.contains(.log))
    #expect(try fixture.table("SELECT count(*) FROM event") == (scope.contains(.events) ? "1" : "0"))
  }

  @Test func scopesGivenTogetherAddUp() async throws {
    let fixture = try BackendFixture()
    fixture.clock.advance(ms: 1)
    let token = try fixture.users.addToken(for: "alice", scope: [.read, .log]).token
    #expect(try fixture.users.tokens(of: "alice").map(\.scope.text) == ["all", "read,log"])
    try await fixture.test { client in
      let changes = try await client.changes(token: token)
      let meal = try await client.send(.post, "/food/log", body: Array(Sample.meal().utf8), token: token)
      let push = try await client.push(1, [Sample.put("a", 1)], token: token)
      #expect([changes.status, meal.status, push.status] == [200, 201, 403])
    }
  }

  @Test func aScopeIsReadAsItIsWritten() {
    for rawValue in 0...TokenScope.all.rawValue {
      let scope = TokenScope(rawValue: rawValue)
      #expect(TokenScope(stored: scope.text) == scope)
    }
    #expect(TokenScope.all.text == "all" && TokenScope(stored: "all") == .all)
    // Of a newer server: what isn't known allows nothing.
    #expect(TokenScope(stored: "read,admin") == .read && TokenScope(stored: "admin").isEmpty && TokenScope(stored: "").isEmpty)
  }
}
