extension JSON {
  /// Limits on accepted JSON, so that a small untrusted text can't fill the memory.
  public struct ReadingRules: Sendable {
    /// Whether the escape of half a surrogate pair is an error; else it becomes U+FFFD.
    public let refusesHalves: Bool
    /// Whether a repeated key in an object is an error; else both members are kept, and the last one counts.
    public let refusesRepeatedKeys: Bool
    /// The most values of any kind, nested ones included. A value takes up to some 100 bytes of memory.
    public let maxValues: Int

    /// Rules with everything given; by default only the values are bounded.
    public init(maxValues: Int = JSON.maxValues, refusesHalves: Bool = false, refusesRepeatedKeys: Bool = false) {
      self.maxValues = maxValues
      self.refusesHalves = refusesHalves
      self.refusesRepeatedKeys = refusesRepeatedKeys
    }
  }

  /// The default maximum number of values in a text: four million.
  public static let maxValues = 4_000_000

  /// Reads one JSON text (RFC 8259) that fills `bytes` but for white space.
  ///
  /// Strict: no comments, no trailing commas, valid UTF-8 only, at most 512 levels deep, `maxValues` values. Unpaired surrogate escapes become
  /// U+FFFD.
  public init(parsing bytes: some Sequence<UInt8>, by rules: ReadingRules = ReadingRules()) throws(JSONError) {
    // Not `Result`: looking its type up takes longer than reading a short text.
    var error: JSONError?
    func read(_ buffer: UnsafeBufferPointer<UInt8>) -> JSON {
      do throws(JSONError) {
        var cursor = JSONCursor(buffer)
        let value = try JSON(next: &cursor, by: rules)
        try cursor.end()
        return value
      } catch let fault {
        error = fault
        return .null
      }
    }
    let value = bytes.withContiguousStorageIfAvailable(read) ?? ContiguousArray(bytes).withUnsafeBufferPointer(read)
    if let error { throw error }
    self = value
  }

  /// Reads one JSON text.
  public init(parsing text: String) throws(JSONError) { try self.init(parsing: text.utf8) }

  /// Passes and makes the value that comes next in a longer text. The cursor's `isPlain` is false then.
  public init(next cursor: inout JSONCursor, by rules: ReadingRules = ReadingRules()) throws(JSONError) {
    // Nobody asks how it is spelt: its keys needn't be compared.
    cursor.isPlain = false
    var builder = JSONBuilder(rules)
    self = try builder.value(&cursor)
  }
}

/// Makes values of what a cursor passes.
private struct JSONBuilder {
  private let rules: JSON.ReadingRules
  /// Values made so far.
  private var count = 0
  /// Members of the objects and elements of the arrays that aren't complete yet, the outermost one's first. Each is
  /// copied out once, at its end: arrays that grow gradually, or reserve capacity ahead, take several times the memory
  /// of their contents.
  private var openMembers: [JSON.Member] = []
  private var openElements: [JSON] = []

  init(_ rules: JSON.ReadingRules) { self.rules = rules }

  mutating func value(_ cursor: inout JSONCursor) throws(JSONError) -> JSON {
    let first = cursor.firstByte()
    if first != nil { count += 1 }
    if count > rules.maxValues { throw cursor.failure(JSONError.tooManyValues) }
    switch first {
    case UInt8(ascii: "{"): return try object(&cursor)
    case UInt8(ascii: "["): return try array(&cursor)
    case UInt8(ascii: "\""): return .string(try text(try cursor.string(), cursor))
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return .number(cursor.text(try cursor.number()))
    default: return try cursor.value().kind == .bool ? .bool(first == UInt8(ascii: "t")) : .null
    }
  }

  private mutating func object(_ cursor: inout JSONCursor) throws(JSONError) -> JSON {
    let first = openMembers.count
    try cursor.members { cursor, key throws(JSONError) in
      let key = try text(key, cursor)
      openMembers.append(JSON.Member(key, try value(&cursor)))
    }
    let members = Array(openMembers[first...])
    openMembers.removeSubrange(first...)
    if rules.refusesRepeatedKeys, JSONBuilder.hasRepeatedKey(members) { throw cursor.failure(JSONError.repeatedKey) }
    return .members(members)
  }

  private mutating func array(_ cursor: inout JSONCursor) throws(JSONError) -> JSON {
    let first = openElements.count
    try cursor.elements { cursor throws(JSONError) in openElements.append(try value(&cursor)) }
    let elements = Array(openElements[first...])
    openElements.removeSubrange(first...)
    return .array(elements)
  }

  /// The text of the string that was just passed.
  @inline(__always)
  private func text(_ range: Range<Int>, _ cursor: JSONCursor) throws(JSONError) -> String {
    cursor.hasEscape ? try cursor.string(range, refusesHalves: rules.refusesHalves) : cursor.text(range)
  }

  private static func hasRepeatedKey(_ members: [JSON.Member]) -> Bool {
    guard members.count > 8 else {
      return members.indices.contains { index in members[..<index].contains { $0.key == members[index].key } }
    }
    return Set(members.lazy.map(\.key)).count < members.count
  }
}
