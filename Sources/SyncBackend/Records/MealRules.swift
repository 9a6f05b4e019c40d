import HealthModel

/// The rules for a `meal`, so that every device can show it: the page on records in `docs`.
///
/// Keys that aren't known here are left alone. `null` and a missing key both mean "not known".
enum MealRules {
  /// Throws the first thing that is wrong.
  static func check(_ data: JSON) throws(Rejection) {
    guard let day = try text("day", in: data) else { throw Rejection("missing", "day is missing") }
    guard Day(day) != nil else { throw Rejection("form", "day isn't YYYY-MM-DD") }
    try require(integer: "eaten_at_ms", in: data)
    try require(integer: "utc_offset_min", in: data)
    guard let slot = try text("slot", in: data) else { throw Rejection("missing", "slot is missing") }
    guard MealSlot(rawValue: slot) != nil else {
      throw Rejection("range", "slot isn't one of \(MealSlot.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    guard let name = try text("name", in: data), !name.isEmpty else { throw Rejection("missing", "name is missing") }
    _ = try text("brand", in: data)
    _ = try text("note", in: data)
    try checkGTIN(in: data)
    try requireObject(data["amount"], "amount")
    try requireObject(data["nutrition"], "nutrition")
    try checkProvenance(data["provenance"])
    try NumberCheck.check(data, kind: RecordKind.meal)
  }

  private static func checkGTIN(in data: JSON) throws(Rejection) {
    guard let gtin = try text("gtin", in: data) else { return }
    guard GTIN(digits: gtin) != nil else { throw Rejection("form", "gtin isn't a product number") }
  }

  private static func checkProvenance(_ provenance: JSON) throws(Rejection) {
    try requireObject(provenance, "provenance")
    _ = try text("source", in: provenance)
    _ = try text("revision", in: provenance)
    _ = try text("basis", in: provenance)
    switch provenance["doubts"] {
    case .null: return
    case .array(let doubts) where doubts.allSatisfy({ $0.string != nil }): return
    default: throw Rejection("form", "doubts isn't a list of texts")
    }
  }

  private static func requireObject(_ json: JSON, _ name: String) throws(Rejection) {
    switch json {
    case .null, .members: return
    default: throw Rejection("form", "\(name) isn't an object")
    }
  }

  private static func text(_ key: String, in json: JSON) throws(Rejection) -> String? {
    switch json[key] {
    case .null: return nil
    case .string(let text): return text
    default: throw Rejection("form", "\(key) isn't a text")
    }
  }

  private static func require(integer key: String, in json: JSON) throws(Rejection) {
    let value = json[key]
    if value.isNull { throw Rejection("missing", "\(key) is missing") }
    guard value.int != nil else { throw Rejection("form", "\(key) isn't a whole number") }
    if let rule = NumberRules.of(kind: RecordKind.meal, column: key) { try NumberCheck.check(json, rule) }
  }
}
