import HealthModel

extension ErrorKind {
  /// The process's exit code, after sysexits(3).
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
