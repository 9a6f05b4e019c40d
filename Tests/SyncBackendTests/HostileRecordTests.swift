import HealthModel
import Testing

@testable import SyncBackend

/// Numbers beyond the bounds of `NumberRules` are rejected, one by one, on both ways through a push; those at them are taken.
@Suite("F3: numbers in pushed records") struct HostileRecordTests {
  static let extremes = [
    "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1000000000000000000000000000000",
    "\"NaN\"", "1e308", "-1e308", "[]", "true",
  ]

  private static func data(_ rule: NumberRule, _ value: String) -> String {
    rule.keys.reversed().reduce(value) { inner, key in "{\"\(key)\":\(inner)}" }
  }

  @Test(arguments: NumberRules.all.filter { $0.kind != "meal" }.map(\.kind)) func numbersAreHeldToTheTable(kind: String) async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      var push = 0
      for rule in NumberRules.of(kind: kind) {
        let bad = Self.extremes.map { Sample.put("x", 1, kind: kind, Self.data(rule, $0)) }
        for record in bad {
          push += 1
          let answer = try await client.push(push, [record])
          #expect(answer.json["rejected"].array?.count == 1, "\(record) \(answer.text)")
        }
        let escaped = Sample.put(
          "x", 1, kind: kind, Self.data(rule, "1e300").replacing("\"\(rule.keys[0])\"", with: Self.escaped(rule.keys[0])))
        push += 1
        let answer = try await client.push(push, [escaped])
        #expect(answer.json["rejected"].array?.count == 1, "\(escaped)")
        push += 1
        let good = ["null", JSON(rule.highest).text].enumerated().map { index, value in
          Sample.put("\(rule.column)\(index)", 1, kind: kind, Self.data(rule, value))
        }
        let taken = try await client.push(push, good)
        #expect(taken.json["accepted"].int == 2, "\(rule.sentence)")
      }
    }
  }

  private static func escaped(_ key: String) -> String {
    let first = key.utf8.first.map { String($0, radix: 16) } ?? ""
    return "\"\\u00\(first)\(key.dropFirst())\""
  }

  @Test func aMealsNumbersAreHeldToTheTable() throws {
    for rule in NumberRules.of(kind: "meal") {
      for value in Self.extremes {
        let json = rule.keys.count == 1 ? Sample.meal(rule.keys[0], value) : Sample.meal(rule.keys[0], "{\"\(rule.keys[1])\":\(value)}")
        #expect(throws: Rejection.self, "\(json)") { try MealRules.check(JSON(parsing: json)) }
        var bytes = Array(json.utf8)
        try bytes.withUnsafeMutableBytes { buffer in
          var cursor = JSONCursor(UnsafeBufferPointer(buffer.bindMemory(to: UInt8.self)))
          let isRight = try MealCheck.isRight(&cursor)
          #expect(!isRight, "\(json)")
        }
      }
      let value = JSON(rule.highest).text
      let json = rule.keys.count == 1 ? Sample.meal(rule.keys[0], value) : Sample.meal(rule.keys[0], "{\"\(rule.keys[1])\":\(value)}")
      #expect(throws: Never.self, "\(json)") { try MealRules.check(JSON(parsing: json)) }
    }
  }

  @Test(arguments: [#"a\u001b[31m"#, #"a\u009b"#, #"a\u202eb"#, #"a\u2028"#, "a\u{202E}b", "a\u{9B}"]) func anIDHasNoControls(id: String)
    async throws
  {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let answer = try await client.push(1, [Sample.put(id, 1)])
      #expect(answer.json["rejected"].array?.first?["code"].string == "form")
    }
  }
}
