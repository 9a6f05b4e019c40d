import HealthModel
import Usage

/// Errors of several inputs that were each reported when they happened: the run went on, and ends with the highest code.
struct Failures: Error {
  private(set) var exitCode: Int32 = 0
  private let say: @Sendable (any UserFacingError) -> Void

  /// None yet.
  ///
  /// - Parameter say: What tells the person.
  init(say: @escaping @Sendable (any UserFacingError) -> Void = { Output.report($0) }) { self.say = say }

  /// Says the error and remembers its code.
  mutating func report(_ error: any UserFacingError) {
    say(error)
    exitCode = max(exitCode, error.kind.exitCode)
  }

  /// Throws itself if there was any.
  func throwIfAny() throws {
    if exitCode != 0 { throw self }
  }
}
