/// The kind of an error, a row of the table of exit codes: decided where the facts are, never guessed from a message.
public enum ErrorKind: String, Sendable, CaseIterable {
  /// The honest "no": no barcode found, product unknown, nothing to undo.
  case no
  /// The command line itself is wrong.
  case usage
  /// The input was read and is not right: an unreadable picture, a bad check digit, a rejected value.
  case badData
  /// The input is not there.
  case noInput
  /// A service refuses us or is gone for good.
  case unavailable
  /// A bug of ours.
  case software
  /// An output can't be created.
  case cantCreate
  /// Reading or writing failed, or the disk is full.
  case io
  /// It may work later: a lock is held, a limit is reached, the network is away.
  case tryAgain
  /// Not allowed: wrong token, file rights.
  case noPermission
  /// The configuration is wrong, or the database is of a newer version.
  case configuration
  /// Ctrl-C.
  case interrupted
}

/// An error that a person can act on.
///
/// Each module has one struct of its own that conforms; the program's root prints
/// `hsync: <message>` and `hint: <hint>`, with remedies as commands, and turns `kind` into the exit code.
public protocol UserFacingError: Error, Sendable, CustomStringConvertible {
  /// One sentence in lower case that says what failed and on what: "no barcode in lunch.jpg". Never a token, a weight or a meal.
  var message: String { get }
  /// What to do about it. `nil` when there is nothing to do.
  var hint: Hint? { get }
  /// Which row of the table of exit codes this is.
  var kind: ErrorKind { get }
}

extension UserFacingError {
  public var description: String { message }
}
