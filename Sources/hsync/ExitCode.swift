import HealthModel

extension ErrorKind {
  /// The process's exit status: sysexits.h's numbers, and 1 for an honest no.
  var exitCode: Int32 {
    switch self {
    case .no: 1
    case .usage: 64
    case .badData: 65
    case .noInput: 66
    case .unavailable: 69
    case .software: 70
    case .cantCreate: 73
    case .io: 74
    case .tryAgain: 75
    case .noPermission: 77
    case .configuration: 78
    case .interrupted: 130
    }
  }
}

/// Errors of several inputs that were each reported when they happened: the run went on, and ends with the highest code.
struct Failures: Error {
  private(set) var exitCode: Int32 = 0

  /// Says the error and remembers its code.
  mutating func report(_ error: any UserFacingError) {
    Output.report(error)
    exitCode = max(exitCode, error.kind.exitCode)
  }

  /// Throws itself if there was any.
  func throwIfAny() throws {
    if exitCode != 0 { throw self }
  }
}

/// What a command itself has to say; the modules have error types of their own.
struct CommandError: UserFacingError, Equatable {
  let kind: ErrorKind
  let message: String
  let hint: String?

  init(_ kind: ErrorKind, _ message: String, hint: String? = nil) {
    self.kind = kind
    self.message = message
    self.hint = hint
  }
}
