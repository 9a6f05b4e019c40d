import HealthModel
import Testing

@testable import SyncBackend

@Suite(.onEachEngine) struct PushTests {
  @Test func recordsAreStoredBeforeTheAnswer() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let answer = try await client.push(1, [Sample.put("a", 10), Sample.delete("b", 20), Sample.put("c", 30, dev: "77")])
      #expect(answer.status == 200)
      #expect(
        answer.text
          == #"{"push":1,"accepted":3,"rejected":[],"superseded":[],"restamped":[],"limits":{"max_records":5000,"max_bytes":8388608,"encodings":["zstd","gzip"],"events":true}}"#
      )
    }
    #expect(
      try fixture.records() == """
        alice|note|a|10|aa|{"text":"a"}|1
        alice|note|b|20|aa|-|2
        alice|note|c|30|77|{"text":"a"}|3
        """)
  }

  @Test(arguments: [("gzip", ContentCoding.gzip), ("x-gzip", .gzip), ("zstd", .zstd), ("ZSTD", .zstd)])
  func aPackedBodyIsUnpacked(_ name: String, _ encoding: ContentCoding) async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let body = try encoding.packed(Client.pushBody(1, [Sample.put("a", 10)]))
      let answer = try await client.send(.post, "/v1/sync/push", headers: ["Content-Encoding": name], body: body)
      #expect(answer.status == 200)
      #expect(answer.json["accepted"].int == 1)
    }
  }

  // first answer lost    | server
  // push 1 (a)           | stores a, answers A
  // push 1 (a) again     | answers A, whatever happened meanwhile
  @Test func aPushSentAgainIsAnsweredAgainAndChangesNothing() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let first = try await client.push(1, [Sample.put("a", 10), #"{"kind":"note","id":"x","hlc":"0","op":"put"}"#])
      _ = try await client.push(1, device: "bb", [Sample.put("a", 99)])
      let tables = ["SELECT * FROM rec ORDER BY seq", "SELECT * FROM device ORDER BY dev", "SELECT * FROM owner ORDER BY name"]
      let before = try tables.map { try fixture.table($0) }
      fixture.clock.advance(ms: 1000)
      let again = try await client.push(1, [Sample.put("a", 10), #"{"kind":"note","id":"x","hlc":"0","op":"put"}"#])
      #expect(again.bytes == first.bytes)
      let after = try tables.map { try fixture.table($0) }
      #expect(after == before)
    }
  }

  @Test func aDeviceThatWasPutBackIsTold() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      _ = try await client.push(1, [Sample.put("a", 10)])
      _ = try await client.push(2, [Sample.put("a", 20)])
      for (number, record) in [(1, Sample.put("a", 10)), (2, Sample.put("other", 20))] {
        let answer = try await client.push(number, [record])
        #expect(answer.status == 409)
        #expect(answer.json["code"].string == "device_rewound")
        #expect(answer.json["last"].int == 2)
        let cursor = try #require(try await client.changes().json["next"].string)
        #expect(cursor.hasPrefix("\(answer.json["epoch"].string ?? "")."))
      }
      #expect(try fixture.records() == #"alice|note|a|20|aa|{"text":"a"}|2"#)
    }
  }

  @Test func aServerThatWasPutBackSaysSo() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let answer = try await client.push(42, [Sample.put("a", 10)])
      #expect(answer.status == 409)
      #expect(answer.json["code"].string == "server_rewound")
      #expect(answer.json["last"].int == 0)
      #expect(answer.json["epoch"].string?.isEmpty == false)
      #expect(try fixture.records() == "")
    }
  }

  @Test func theLargerVersionWins() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      _ = try await client.push(1, device: "bb", [Sample.put("a", 50, #"{"text":"bb"}"#), Sample.delete("b", 50)])
      let answer = try await client.push(
        1, device: "aa", [Sample.put("a", 49), Sample.put("b", 50, #"{"text":"aa"}"#), Sample.put("c", 1)])
      #expect(answer.json["accepted"].int == 1)
      #expect(
        answer.json["superseded"].text
          == #"[{"kind":"note","id":"a","hlc":"50","dev":"bb","op":"put","data":{"text":"bb"}},{"kind":"note","id":"b","hlc":"50","dev":"bb","op":"del"}]"#
      )
      // An equal clock: the larger device, bytewise. An equal version: nothing to do.
      let tie = try await client.push(
        1, device: "cc",
        [Sample.put("a", 50, #"{"text":"cc"}"#), Sample.delete("b", 50).replacing("\"op\"", with: "\"dev\":\"bb\",\"op\"")])
      #expect(tie.json["accepted"].int == 2)
    }
    #expect(
      try fixture.records() == """
        alice|note|b|50|bb|-|2
        alice|note|c|1|aa|{"text":"a"}|3
        alice|note|a|50|cc|{"text":"cc"}|4
        """)
  }

  @Test func versionsFromTheFutureAreRestampedOnlyWhenTheyWin() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let day: Int64 = 86_400_000
      let first = try await client.push(1, [Sample.put("a", Sample.hlc(day)), Sample.put("ok", Sample.hlc(299_000))])
      #expect(first.json["accepted"].int == 2)
      #expect(first.json["restamped"].text == #"[{"kind":"note","id":"a","hlc":"\#(Sample.hlc(0))"}]"#)
      // The stored one is larger than now, but smaller than what comes: one more than the stored.
      let second = try await client.push(2, [Sample.put("ok", Sample.hlc(day))])
      #expect(second.json["restamped"].text == #"[{"kind":"note","id":"ok","hlc":"\#(Sample.hlc(299_000) + 1)"}]"#)
      // A server's clock that is put back doesn't restamp what it took before.
      fixture.clock.advance(ms: -2 * day)
      let third = try await client.push(3, [Sample.put("b", Sample.hlc(1))])
      #expect(third.json["restamped"].text == "[]")
      // A version that is already in the future (from another server's file) stays larger.
      try fixture.data.execute("UPDATE rec SET hlc = \(Sample.hlc(3 * day)) WHERE id = 'b'")
      let fourth = try await client.push(4, [Sample.put("b", Sample.hlc(2 * day))])
      #expect(fourth.json["superseded"].array?.first?["hlc"].string == String(Sample.hlc(3 * day)))
    }
  }

  @Test func aBadRecordIsRejectedAloneWithItsReason() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let answer = try await client.push(
        1,
        [
          Sample.put("good", 1),
          Sample.put("bad", 2, kind: "meal", Sample.meal("nutrition", #"{"energy_kcal":-5}"#)),
          Sample.put("fine", 3, kind: "meal", Sample.meal()),
        ])
      #expect(answer.json["accepted"].int == 2)
      #expect(answer.json["rejected"].text == #"[{"kind":"meal","id":"bad","code":"range","message":"energy_kcal is -5"}]"#)
    }
    #expect(try fixture.table("SELECT id FROM rec ORDER BY id") == "fine\ngood")
  }

  static let malformed: [(String, String)] = [
    ("empty", ""), ("not json", "<html>"), ("truncated", #"{"device":"aa","push":1,"rec"#), ("no object", "[]"),
    ("no device", #"{"push":1,"records":[]}"#), ("device not hex", #"{"device":"Zz","push":1,"records":[]}"#),
    ("push 0", #"{"device":"aa","push":0,"records":[]}"#), ("push text", #"{"device":"aa","push":"1","records":[]}"#),
    ("push fraction", #"{"device":"aa","push":1.5,"records":[]}"#), ("no records", #"{"device":"aa","push":1}"#),
    ("record no object", #"{"device":"aa","push":1,"records":[1]}"#),
    ("record no id", #"{"device":"aa","push":1,"records":[{"kind":"note"}]}"#),
  ]

  @Test(arguments: malformed) func aMalformedPushIsRefusedWhole(_ name: String, _ body: String) async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let answer = try await client.send(.post, "/v1/sync/push", body: Array(body.utf8))
      #expect(answer.status == 400, "\(name)")
      #expect(answer.json["code"].string == "bad_request", "\(name)")
      #expect(answer.json["message"].string?.isEmpty == false, "\(name)")
      #expect(try fixture.table("SELECT * FROM device") == "", "\(name)")
    }
  }

  @Test func headersMustSayWhatTheBodySays() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let body = Client.pushBody(1, [])
      for headers in [["HSync-Device": "bb"], ["Idempotency-Key": "\"aa:2\""], ["Idempotency-Key": "x"]] {
        let answer = try await client.send(.post, "/v1/sync/push", headers: headers, body: body)
        #expect(answer.status == 400)
      }
      let good = ["HSync-Device": "aa", "Idempotency-Key": "\"aa:1\""]
      let answer = try await client.send(.post, "/v1/sync/push", headers: good, body: body)
      #expect(answer.status == 200)
    }
  }

  @Test func theDeviceRouteTellsWhatWasStoredLast() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let device = ["HSync-Device": "aa"]
      let unknown = try await client.send(.get, "/v1/sync/device", headers: device)
      #expect(unknown.status == 404)
      #expect(unknown.json["code"].string == "unknown_device")
      let owner = try #require(unknown.json["owner"].string)
      _ = try await client.push(1, [])
      let known = try await client.send(.get, "/v1/sync/device", headers: device)
      #expect(known.status == 200)
      // printf '{"device":"aa","push":1,"records":[]}' | sha256sum
      #expect(known.json["last"].int == 1)
      #expect(known.json["sha"].string == "a904165304ac514e74fa6c5b6a1a51f024941258f0166687046de2520dcd48e7")
      #expect(known.json["owner"].string == owner)
      let bobs = try await client.send(.get, "/v1/sync/device", headers: device, token: fixture.bob)
      #expect(bobs.status == 404)
      #expect(bobs.json["owner"].string != owner)
      let nameless = try await client.send(.get, "/v1/sync/device")
      #expect(nameless.status == 400)
    }
  }
}
