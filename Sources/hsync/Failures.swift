import HealthModel
import Usage

/// Errors of several inputs that were reported as they occurred; the run continues and exits with the highest code.
struct Failures: Error {
  /// The first error of the kind with the highest exit code; `nil` = there was none.
  private(set) var worst: (any UserFacingError)?
  private let say: @Sendable (any UserFacingError) -> Void

  /// Creates an empty list.
  ///
  /// - Parameter say: Reports an error to the user.
  init(say: @escaping @Sendable (any UserFacingError) -> Void = { Output.report($0) }) { self.say = say }

  /// Reports the error and remembers its code.
  mutating func report(_ error: any UserFacingError) {
    say(error)
    if let worst, worst.kind.exitCode >= error.kind.exitCode { return }
    worst = error
  }

  /// Throws itself if there was any.
  func throwIfAny() throws {
    if worst != nil { throw self }
  }

  /// The exit code of the worst; 0 when there was none.
  var exitCode: Int32 { worst?.kind.exitCode ?? 0 }
}
