import HealthModel

/// Errors of several inputs that were each reported when they happened: the run went on, and ends with the highest code.
struct Failures: Error {
  private(set) var exitCode: Int32 = 0
  /// Whether each is said in one line, without the hint: beside an answer that matters more.
  var isBrief = false

  /// Says the error and remembers its code.
  mutating func report(_ error: any UserFacingError) {
    if isBrief { Output.notice("hsync: \(error.message)") } else { Output.report(error) }
    exitCode = max(exitCode, error.kind.exitCode)
  }

  /// Throws itself if there was any.
  func throwIfAny() throws {
    if exitCode != 0 { throw self }
  }
}
