import HealthModel

extension ErrorKind {
  /// The exit status for an error of this kind: the numbers of sysexits.h, 1 for a negative result, 130 for Ctrl-C as
  /// in shells.
  package var exitCode: Int32 {
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
