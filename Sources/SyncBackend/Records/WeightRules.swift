import HealthModel

/// What a `weight` must be, so that every device can show it. Keys that aren't known here are left alone; `null` and a missing key are no number
/// that could be wrong.
enum WeightRules {
  /// Throws when `kg` isn't a number in `WeightEntry.range`.
  static func check(_ data: JSON) throws(Rejection) {
    let kg = data["kg"]
    if kg.isNull { return }
    guard let number = kg.double, number.isFinite else { throw Rejection("form", "kg isn't a number") }
    guard WeightEntry.range.contains(number) else { throw Rejection("range", "kg is \(kg.text)") }
  }

  /// The same on the bytes of an object that is a weight's `data`, which are passed: whether it is right beyond doubt. A key that stands twice
  /// makes the cursor not plain, which is for the caller to see.
  static func isRight(_ cursor: inout JSONCursor) throws(JSONCursor.Malformed) -> Bool {
    var isRight = true
    try cursor.members { cursor, key throws(JSONCursor.Malformed) in
      let isKg = cursor.matches(key, "kg")
      let value = try cursor.value()
      guard isKg, value.kind != .null else { return }
      let kg = value.kind == .number ? Double(cursor.text(value.range)) : nil
      if !(kg.map(WeightEntry.range.contains) ?? false) { isRight = false }
    }
    return isRight
  }
}
