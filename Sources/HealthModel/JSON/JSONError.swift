/// Text that isn't JSON.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong: "unexpected character".
  public let reason: String
  /// Where, in bytes from the start.
  public let offset: Int

  /// What is wrong, and where.
  public init(reason: String, offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// The reason for a key that stands twice.
  public static let repeatedKey = "a key stands twice"

  /// The reason for more values than the rules allow.
  public static let tooManyValues = "too many values"

  public var description: String { "\(reason) at byte \(offset)" }
}
