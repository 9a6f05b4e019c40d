/// Text that isn't JSON.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The error in words: "unexpected character".
  public let reason: String
  /// The position of the error, in bytes from the start.
  public let offset: Int

  /// An error with its reason and position.
  public init(reason: String, offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// The reason for a repeated key.
  public static let repeatedKey = "a key stands twice"

  /// The reason for more values than the rules allow.
  public static let tooManyValues = "too many values"

  public var description: String { "\(reason) at byte \(offset)" }
}
