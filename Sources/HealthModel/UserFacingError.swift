/// The kind of an error, a row of the table of exit codes: decided where the facts are, never guessed from a message.
public enum ErrorKind: String, Sendable, CaseIterable {
  /// A negative result: no barcode found, product unknown, nothing to undo.
  case no
  /// The command line itself is wrong.
  case usage
  /// The input was read and is not right: an unreadable picture, a bad check digit, a rejected value.
  case badData
  /// The input is not there.
  case noInput
  /// A service rejects hsync or has shut down.
  case unavailable
  /// A bug in hsync.
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
  /// One lower-case sentence with the failure and its object: "no barcode in lunch.jpg". Never contains a token, a
  /// weight or a meal.
  var message: String { get }
  /// Advice on how to fix it. `nil` when there is none.
  var hint: Hint? { get }
  /// The row of the table of exit codes.
  var kind: ErrorKind { get }
}

extension UserFacingError {
  public var description: String { message }
}
