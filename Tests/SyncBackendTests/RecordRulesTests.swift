import HealthModel
import Testing

@testable import SyncBackend

@Suite struct RecordRulesTests {
  /// Id, a record of kind `note`, and the code it is rejected with; `nil` = accepted.
  static let records: [(String, String, String?)] = [
    ("unknown kind", Sample.put("a", 1, kind: "moon_phase_2"), nil),
    ("weight of 2 kg", Sample.put("2026-02-10", 1, kind: "weight", #"{"kg":2}"#), nil),
    ("weight of 650 kg", Sample.put("2026-02-10", 1, kind: "weight", #"{"kg":6.5e2}"#), nil),
    ("weight of 1.9 kg", Sample.put("2026-02-10", 1, kind: "weight", #"{"kg":1.9}"#), "range"),
    ("weight of 650.1 kg", Sample.put("2026-02-10", 1, kind: "weight", #"{"kg":650.1,"source":"user"}"#), "range"),
    ("weight, escaped", Sample.put("2026-02-10", 1, kind: "weight", #"{"\u006bg":1.9}"#), "range"),
    ("weight, twice", Sample.put("2026-02-10", 1, kind: "weight", #"{"kg":70,"kg":1.9}"#), "form"),
    ("weight a text", Sample.put("2026-02-10", 1, kind: "weight", #"{"kg":"70"}"#), "form"),
    ("kind empty", Sample.put("a", 1, kind: ""), "form"),
    ("kind upper case", Sample.put("a", 1, kind: "Meal"), "form"),
    ("id empty", Sample.put("", 1), "missing"),
    ("id of 200", Sample.put(String(repeating: "é", count: 200), 1), nil),
    ("id of 201", Sample.put(String(repeating: "a", count: 201), 1), "too_long"),
    ("id with a control character", Sample.put(#"a\u0000b"#, 1), "form"),
    ("hlc 0", Sample.put("a", 0), "form"),
    ("hlc negative", Sample.put("a", -1), "form"),
    ("hlc a number", #"{"kind":"note","id":"a","hlc":12,"op":"put","data":{}}"#, "form"),
    ("hlc leading zero", #"{"kind":"note","id":"a","hlc":"012","op":"put","data":{}}"#, "form"),
    ("hlc too large", #"{"kind":"note","id":"a","hlc":"9223372036854775808","op":"put","data":{}}"#, "form"),
    ("no op", #"{"kind":"note","id":"a","hlc":"1","data":{}}"#, "form"),
    ("other op", #"{"kind":"note","id":"a","hlc":"1","op":"merge","data":{}}"#, "form"),
    ("no data", #"{"kind":"note","id":"a","hlc":"1","op":"put"}"#, "missing"),
    ("data a list", Sample.put("a", 1, "[]"), "missing"),
    ("dev upper case", Sample.put("a", 1, dev: "AA"), "form"),
    ("dev a number", #"{"kind":"note","id":"a","hlc":"1","op":"del","dev":1}"#, "form"),
    ("64 levels", Sample.put("a", 1, nested(64)), nil),
    ("65 levels", Sample.put("a", 1, nested(65)), "too_deep"),
  ]

  @Test(arguments: records) func aRecordIsStoredOrRejected(_ name: String, _ record: String, _ code: String?) async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let answer = try await client.push(1, [record])
      #expect(answer.status == 200, "\(name)")
      #expect(answer.json["accepted"].int == (code == nil ? 1 : 0), "\(name)")
      #expect(answer.json["rejected"].array?.first?["code"].string == code, "\(name)")
      #expect(try fixture.table("SELECT count(*) FROM rec") == (code == nil ? "1" : "0"), "\(name)")
    }
  }

  /// A member of a meal, its value (nothing = left out), and the rejection; `nil` = accepted.
  static let meals: [(String, String, Rejection?)] = [
    ("note", #""with milk""#, nil), ("unknown_key", "[1]", nil),
    ("day", "", Rejection("missing", "day is missing")), ("day", #""2026-02-30""#, Rejection("form", "day isn't YYYY-MM-DD")),
    ("day", "20260210", Rejection("form", "day isn't a text")),
    ("eaten_at_ms", "", Rejection("missing", "eaten_at_ms is missing")),
    ("eaten_at_ms", "1.5", Rejection("form", "eaten_at_ms isn't a whole number")),
    ("eaten_at_ms", "-1", Rejection("range", "eaten_at_ms is -1")),
    ("utc_offset_min", "841", Rejection("range", "utc_offset_min is 841")), ("utc_offset_min", "-840", nil),
    ("slot", #""brunch""#, nil), ("slot", #""tea""#, Rejection("range", "slot isn't one of breakfast, brunch, lunch, snack, dinner")),
    ("name", #""""#, Rejection("missing", "name is missing")), ("name", "", Rejection("missing", "name is missing")),
    ("brand", "1", Rejection("form", "brand isn't a text")), ("brand", "", nil),
    ("gtin", "null", nil), ("gtin", #""12x""#, Rejection("form", "gtin isn't a product number")),
    ("amount", "", nil), ("amount", "3", Rejection("form", "amount isn't an object")),
    ("amount", #"{"servings":0}"#, Rejection("range", "servings is 0")), ("amount", #"{"grams":30}"#, nil),
    ("nutrition", #"{"energy_kcal":9999}"#, nil), ("nutrition", #"{"energy_kcal":0}"#, nil),
    ("nutrition", #"{"energy_kcal":9999.5}"#, Rejection("range", "energy_kcal is 9999.5")),
    ("nutrition", #"{"energy_kcal":-5}"#, Rejection("range", "energy_kcal is -5")),
    ("nutrition", #"{"salt_g":1e999}"#, Rejection("form", "salt_g isn't a number")),
    ("nutrition", #"{"fat_g":"1"}"#, Rejection("form", "fat_g isn't a number")),
    ("provenance", #"{"doubts":"all_zero"}"#, Rejection("form", "doubts isn't a list of texts")),
    ("provenance", #"{"source":1}"#, Rejection("form", "source isn't a text")),
    ("note", "{}", Rejection("form", "note isn't a text")),
    ("created_at_ms", "", nil), ("created_at_ms", #""now""#, Rejection("form", "created_at_ms isn't a whole number")),
  ]

  @Test(arguments: meals) func aMealIsWhatEveryDeviceCanShow(_ key: String, _ value: String, _ rejection: Rejection?) throws {
    let data = try JSON(parsing: Sample.meal(key, value))
    if let rejection {
      #expect(throws: rejection, "\(key) \(value)") { try MealRules.check(data) }
    } else {
      #expect(throws: Never.self, "\(key) \(value)") { try MealRules.check(data) }
    }
  }

  @Test func versionsAreOrderedByClockThenDeviceBytewise() {
    func version(_ hlc: Int64, _ device: String) -> RecordVersion { RecordVersion(hlc: hlc, device: device) }
    #expect(version(1, "ff") < version(2, "00"))
    #expect(version(1, "9") < version(1, "a"))
    #expect(version(1, "a") < version(1, "a0"))
    #expect(!(version(1, "a") < version(1, "a")))
  }

  private static func nested(_ levels: Int) -> String {
    String(repeating: #"{"a":"#, count: levels - 1) + "{}" + String(repeating: "}", count: levels - 1)
  }
}
