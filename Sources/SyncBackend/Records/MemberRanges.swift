import HealthModel

/// The places of an object's members in its text, which is checked whole but not made into values.
///
/// Lives no longer than the text.
struct MemberRanges {
  private let text: UnsafeBufferPointer<UInt8>
  /// The values by their keys; the first one of a repeated key.
  private var ranges: [String: Range<Int>] = [:]
  /// A requested key that is repeated.
  private(set) var repeated: String?

  /// Throws 400 when the text isn't JSON. One that isn't an object has no members.
  init(_ text: UnsafeBufferPointer<UInt8>, of keys: Set<String>) throws(Refusal) {
    self.text = text
    var cursor = JSONCursor(text)
    do throws(JSONError) {
      if cursor.isAtObject() {
        try read(&cursor, keys)
      } else {
        _ = try cursor.value()
      }
      try cursor.end()
    } catch {
      throw Refusal.badRequest("the body isn't JSON: unexpected text at byte \(error.offset)")
    }
  }

  /// The value of a key; `null` when there is none, or it is an array or an object.
  func json(_ key: String) -> JSON { (try? json(key, by: JSON.ReadingRules(maxValues: 1))) ?? .null }

  /// The value of a key by rules; `null` when there is none.
  func json(_ key: String, by rules: JSON.ReadingRules) throws(JSONError) -> JSON {
    guard let range = ranges[key] else { return .null }
    return try JSON(parsing: UnsafeBufferPointer(rebasing: text[range]), by: rules)
  }

  /// Returns the ranges of an array's elements, the first `most` of them; `nil` when there is no array under that key.
  func elements(_ key: String, upTo most: Int) -> [Range<Int>]? {
    guard let range = ranges[key], text[range.lowerBound] == UInt8(ascii: "[") else { return nil }
    var cursor = JSONCursor(UnsafeBufferPointer(rebasing: text[range]))
    var found: [Range<Int>] = []
    // It was read before and can't be malformed.
    try? cursor.elements { cursor throws(JSONError) in
      let element = try cursor.valueRange()
      if found.count < most { found.append(range.lowerBound + element.lowerBound..<range.lowerBound + element.upperBound) }
    }
    return found
  }

  private mutating func read(_ cursor: inout JSONCursor, _ keys: Set<String>) throws(JSONError) {
    var ranges: [String: Range<Int>] = [:]
    var repeated: String?
    try cursor.members { cursor, key throws(JSONError) in
      let value = try cursor.valueRange()
      // No key of ours has as many bytes, in whatever spelling.
      guard key.count <= 128, let name = try? cursor.string(key), keys.contains(name) else { return }
      if ranges[name] == nil { ranges[name] = value } else { repeated = name }
    }
    (self.ranges, self.repeated) = (ranges, repeated)
  }
}
