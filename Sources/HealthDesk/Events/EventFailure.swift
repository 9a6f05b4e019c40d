import HealthModel
import HealthSync

extension Event.Failure {
  /// Creates the log's form of an error. Its own message may name a file or a food; the log has the message of its
  /// kind.
  package init(_ error: any Error) {
    let kind: ErrorKind
    switch error {
    // Each program words it itself, so that it is a `UserFacingError` in some of them alone.
    case let error as FoodError: kind = error.kind
    case let error as any UserFacingError: kind = error.kind
    case is CancellationError: kind = .interrupted
    default: kind = .software
    }
    code = (error as? SyncError)?.code.rawValue ?? kind.name
    message = Event.Failure.sentence(kind)
    switch error as? FoodError {
    case .unknown: (stage, httpStatus) = (.lookup, 404)
    case .pending(_, let trouble, _, _): (stage, httpStatus) = (.lookup, trouble.httpStatus)
    default: (stage, httpStatus) = (.save, nil)
    }
  }

  private static func sentence(_ kind: ErrorKind) -> String {
    switch kind {
    case .no: "there was nothing to do it with"
    case .usage: "the command line was wrong"
    case .badData: "the input was not right"
    case .noInput: "the input was not there"
    case .unavailable: "a service refused it"
    case .software: "a bug of hsync"
    case .cantCreate: "an output could not be made"
    case .io: "reading or writing failed"
    case .tryAgain: "it may work later"
    case .noPermission: "it was not allowed"
    case .configuration: "the configuration was wrong"
    case .interrupted: "it was interrupted"
    }
  }
}

extension ErrorKind {
  /// The name in snake case, as in JSON: `try_again`.
  package var name: String { rawValue.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : String($1) } }
}
