/// A lossless JSON value: members keep their order and numbers keep their digits.
///
/// Records of a newer schema must pass through hsync unchanged, 64-bit numbers included; a decoder that turns numbers
/// into `Double` can't guarantee that.
public enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  /// The digits as they were written, valid by RFC 8259.
  case number(String)
  case string(String)
  case array([JSON])
  case members([Member])

  /// One `"key": value` of an object.
  public struct Member: Sendable, Hashable {
    /// The key, unescaped.
    public let key: String
    /// The value.
    public let value: JSON

    /// A member of an object.
    public init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// An object with its members in this order.
  public static func object(_ members: [(String, JSON)]) -> JSON { .members(members.map { Member($0.0, $0.1) }) }

  /// An integer.
  public init(_ value: some BinaryInteger) { self = .number(String(value)) }

  /// A number; whole ones are written without a fraction. Infinity and NaN, which JSON doesn't have, become `null`.
  public init(_ value: Double) {
    if !value.isFinite {
      self = .null
    } else if value == value.rounded(), abs(value) < 1e15 {
      self = .number(String(Int64(value)))
    } else {
      self = .number("\(value)")
    }
  }

  /// The number, or `null` for `nil`: not known.
  public init(number: Double?) { self = number.map { JSON($0) } ?? .null }

  /// The text, or `null` for `nil`.
  public init(_ value: String?) { self = value.map(JSON.string) ?? .null }

  /// The value of a member. `null` when this isn't an object or has no such key; the last value of a repeated key.
  public subscript(key: String) -> JSON {
    guard case .members(let members) = self else { return .null }
    return members.last { $0.key == key }?.value ?? .null
  }

  /// The text of a string. `nil` for anything else.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The value of a number. `nil` for anything else.
  public var double: Double? { if case .number(let digits) = self { Double(digits) } else { nil } }

  /// The value of a whole number that fits. `nil` for anything else.
  public var int: Int64? { if case .number(let digits) = self { Int64(digits) } else { nil } }

  /// The boolean, `nil` when this isn't one.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The elements, `nil` when this isn't an array.
  public var array: [JSON]? { if case .array(let elements) = self { elements } else { nil } }

  /// The members in their order, `nil` when this isn't an object.
  public var members: [Member]? { if case .members(let members) = self { members } else { nil } }

  /// Whether this is `null`.
  public var isNull: Bool { self == .null }

  /// Whether both are equal except for the order of members and the spelling of numbers (1.0, 1, 1e0).
  public func isEquivalent(to other: JSON) -> Bool {
    switch (self, other) {
    case (.number(let a), .number(let b)): return a == b || Double(a) == Double(b)
    case (.array(let a), .array(let b)): return a.count == b.count && zip(a, b).allSatisfy { $0.isEquivalent(to: $1) }
    case (.members(let a), .members(let b)):
      let keys = Set(a.map(\.key))
      return keys == Set(b.map(\.key)) && keys.allSatisfy { self[$0].isEquivalent(to: other[$0]) }
    default: return self == other
    }
  }
}
