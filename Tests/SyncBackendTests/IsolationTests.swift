import HealthModel
import Testing

@testable import SyncBackend

/// No route gives one user anything of another, or changes it.
@Suite(.onEachEngine) struct IsolationTests {
  @Test func anotherUsersTokenReachesNothing() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let marker = "secret-of-alice"
      let key = ["Idempotency-Key": "\"aa:1:0\"", "HSync-Device": "aa"]
      let event = Array((#"{"at_ms":1,"event":"\#(marker)"}"# + "\n").utf8)
      _ = try await client.push(1, [Sample.put("a", 9, #"{"text":"\#(marker)"}"#), Sample.put("m", 9, kind: "meal", Sample.meal())])
      _ = try await client.send(.post, "/v1/events", headers: key, body: event)
      let before = try fixture.records()
      let cursor = try #require(try await client.changes().json["next"].string)

      // The same ids, device and numbers, as Bob.
      let page = try await client.changes(token: fixture.bob)
      let beyond = try await client.changes(since: cursor, token: fixture.bob)
      let device = try await client.send(.get, "/v1/sync/device", headers: ["HSync-Device": "aa"], token: fixture.bob)
      #expect([page.status, beyond.status, device.status] == [200, 410, 404])
      let lost = try await client.push(1, [Sample.put("a", 1, #"{"text":"bob"}"#)], token: fixture.bob)
      let meal = try await client.send(
        .post, "/food/log", headers: ["Idempotency-Key": "\"m:1\"", "HSync-Device": "aa"], body: Array(Sample.meal().utf8),
        token: fixture.bob)
      let deleted = try await client.push(2, [Sample.delete("a", 99), Sample.delete("m", 99, kind: "meal")], token: fixture.bob)
      let events = try await client.send(.post, "/v1/events", headers: key, body: event, token: fixture.bob)
      #expect([lost.status, meal.status, deleted.status, events.status] == [200, 201, 200, 200])
      #expect(lost.json["superseded"].text == "[]" && deleted.json["accepted"].int == 2)
      for answer in [page, beyond, device, lost, meal, deleted, events] { #expect(!answer.text.contains(marker)) }

      // Alice's are as they were.
      let alices = try fixture.records().split(separator: "\n").filter { $0.hasPrefix("alice") }.joined(separator: "\n")
      #expect(alices == before)
      let again = try await client.changes(since: cursor)
      #expect(again.json["changes"].text == "[]" && again.json["next"].string == cursor)
      #expect(
        try fixture.table("SELECT name, count(*) FROM event \(fixture.join("event")) GROUP BY name ORDER BY name") == "alice|1\nbob|1")
      for count in ["token", "device"] {
        #expect(
          try fixture.table("SELECT name, count(*) FROM \(count) \(fixture.join(count)) GROUP BY name ORDER BY name") == "alice|1\nbob|1")
      }
      // A refresh token of one gives no token of another.
      let pair = try fixture.users.addToken(for: "bob", lifetimeMs: 3_600_000)
      let refreshed = try await client.send(
        .post, "/v1/token/refresh", headers: ["Authorization": "Bearer \(fixture.alice)"],
        body: Array(#"{"refresh_token":"\#(pair.renewal?.refreshToken ?? "")"}"#.utf8))
      let token = try #require(refreshed.json["token"].string)
      let bobs = try await client.changes(token: token)
      #expect(bobs.status == 200 && !bobs.text.contains(marker))
    }
  }
}
