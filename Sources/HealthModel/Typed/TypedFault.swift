/// The reason why a typed number, amount, day or time can't be taken, with what to type instead.
///
/// On a command line it becomes a usage error; in a form, a file or an assistant's arguments it is wrong data.
public struct TypedFault: UserFacingError, Equatable {
  /// `1,250 can be 1250 or 1.25`.
  public let message: String
  /// The same as `hint`: `type 1250 or 1.25`.
  public let advice: String
  public let kind = ErrorKind.badData

  /// A reason, and what to type instead.
  public init(_ message: String, hint advice: String) {
    self.message = message
    self.advice = advice
  }

  public var hint: Hint? { Hint(advice) }

  /// Both on lines of their own: the option parser keeps no more of an error than this text.
  public var description: String { "\(message)\(TypedFault.hintMark)\(advice)" }

  /// The text between message and hint in `description`.
  public static let hintMark = "\nhint: "

  /// Both as sentences for a page or an assistant: `1,250 can be 1250 or 1.25. Type 1250 or 1.25.`
  public var sentences: String {
    [message, advice].map { "\($0.capitalizedFirst)." }.joined(separator: " ")
  }
}
