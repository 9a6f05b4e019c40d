import Files
import HealthModel
import Settings

extension Tool {
  /// The program of that name, found by `PATH`. `nil` = there is none.
  init?(_ name: String, paths: Paths = Paths()) { self.init(name, in: paths.value("PATH") ?? "/usr/local/bin:/usr/bin:/bin") }

  /// Runs it to its end. Anything but success is an error.
  @discardableResult
  func succeed(_ arguments: [String], input: [UInt8] = []) throws -> Outcome {
    let outcome = try run(arguments, input: input)
    guard outcome.status == 0 else {
      let reason = outcome.err.split(separator: "\n").first.map(String.init) ?? "status \(outcome.status)"
      throw CommandError(.unavailable, "\(name) \(arguments.first { !$0.hasPrefix("-") } ?? "") failed: \(reason)")
    }
    return outcome
  }
}

extension ToolError: UserFacingError {
  package var message: String { "\(path) can't be started" }
  package var hint: Hint? { nil }
  package var kind: ErrorKind { .unavailable }
}
