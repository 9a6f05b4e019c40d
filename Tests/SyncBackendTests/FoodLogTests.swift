import HealthModel
import Testing

@testable import SyncBackend

@Suite(.onEachEngine) struct FoodLogTests {
  private static let id = "01a1ff24-bf75-7685-8787-9e4c23a50a2f"

  @Test func aMealBecomesARecordOnce() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let headers = ["Idempotency-Key": "\(FoodLogTests.id):\(Sample.hlc(0))", "HSync-Device": "d3f1"]
      let first = try await client.send(.post, "/food/log", headers: headers, body: Array(Sample.meal().utf8))
      #expect(first.status == 201)
      #expect(first.text == #"{"id":"\#(FoodLogTests.id)"}"#)
      let before = try fixture.table("SELECT * FROM rec") + fixture.table("SELECT * FROM owner ORDER BY name")
      let again = try await client.send(.post, "/food/log", headers: headers, body: Array(Sample.meal().utf8))
      #expect(again.status == 200)
      #expect(again.bytes == first.bytes)
      #expect(try fixture.table("SELECT * FROM rec") + fixture.table("SELECT * FROM owner ORDER BY name") == before)
      let changes = try await client.changes()
      #expect(
        changes.json["changes"].text
          == #"[{"kind":"meal","id":"\#(FoodLogTests.id)","hlc":"\#(Sample.hlc(0))","dev":"d3f1","op":"put","data":\#(Sample.meal())}]"#)
    }
  }

  @Test func aLaterEditReplacesAndAnEarlierOneDoesNot() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      func log(_ hlc: Int64, _ note: String) async throws -> Int {
        let headers = ["Idempotency-Key": "\"\(FoodLogTests.id):\(hlc)\""]
        return try await client.send(.post, "/food/log", headers: headers, body: Array(Sample.meal("note", note).utf8)).status
      }
      let statuses = [
        try await log(Sample.hlc(1), #""one""#), try await log(Sample.hlc(3), #""three""#), try await log(Sample.hlc(2), #""two""#),
      ]
      #expect(statuses == [201, 201, 200])
      #expect(try fixture.table("SELECT body FROM rec").contains(#""note":"three""#))
      // A clock far ahead is restamped, and sent again it is known by its content.
      let future = [try await log(Sample.hlc(86_400_000), #""future""#), try await log(Sample.hlc(86_400_000), #""future""#)]
      #expect(future == [201, 200])
    }
  }

  @Test func withoutAKeyItIsANewMealEachTime() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let one = try await client.send(.post, "/food/log", body: Array(Sample.meal().utf8))
      let two = try await client.send(.post, "/food/log", body: Array(Sample.meal().utf8))
      #expect(one.status == 201)
      #expect(two.status == 201)
      #expect(one.json["id"].string?.count == 36)
      #expect(one.json["id"] != two.json["id"])
    }
    #expect(try fixture.table("SELECT count(*), min(dev) FROM rec") == "2|00")
  }

  static let bad: [(String, String, [String: String], Int, String)] = [
    ("not json", "x", [:], 400, "bad_request"), ("a list", "[]", [:], 422, "missing"),
    ("range", Sample.meal("nutrition", #"{"energy_kcal":10000}"#), [:], 422, "range"),
    ("key", Sample.meal(), ["Idempotency-Key": "abc"], 400, "bad_request"),
    ("key without id", Sample.meal(), ["Idempotency-Key": ":1"], 422, "missing"),
    ("device", Sample.meal(), ["HSync-Device": "XYZ"], 400, "bad_request"),
  ]

  @Test(arguments: bad) func badMealsAreRefused(_ name: String, body: String, headers: [String: String], status: Int, code: String)
    async throws
  {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let answer = try await client.send(.post, "/food/log", headers: headers, body: Array(body.utf8))
      #expect(answer.status == status, "\(name)")
      #expect(answer.json["code"].string == code, "\(name)")
    }
    #expect(try fixture.records() == "")
  }
}
