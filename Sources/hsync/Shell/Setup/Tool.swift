import Foundation
import HealthModel
import Settings

/// Another program of the system, found by `PATH`: `systemctl`, `crontab`.
struct Tool {
  /// The result of a run.
  struct Outcome {
    let status: Int32
    /// Standard output, byte for byte.
    let out: [UInt8]
    /// Standard error, as text.
    let err: String

    /// Standard output as text, without white space at its ends.
    var text: String { String(decoding: out, as: UTF8.self).trimmed }
  }

  let name: String
  private let path: String

  /// The program of that name. `nil` = there is none.
  init?(_ name: String, paths: Paths = Paths()) {
    let candidates = ProgramPath.candidates(name, paths, otherwise: "/usr/local/bin:/usr/bin:/bin")
    guard let path = candidates.first(where: ProgramPath.canRun) else { return nil }
    self.name = name
    self.path = path
  }

  /// Runs it to its end.
  ///
  /// - Parameter input: Its standard input.
  /// - Throws: kind `.unavailable` when it can't be started.
  func run(_ arguments: [String], input: [UInt8] = []) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let (given, out, err) = (Pipe(), Pipe(), Pipe())
    process.standardInput = given
    process.standardOutput = out
    process.standardError = err
    do {
      try process.run()
    } catch {
      throw CommandError(.unavailable, "\(path) can't be started")
    }
    var exchange = ToolExchange(input)
    exchange.run(given: given.fileHandleForWriting, out: out.fileHandleForReading, err: err.fileHandleForReading)
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, out: exchange.out, err: String(decoding: exchange.err, as: UTF8.self).trimmed)
  }

  /// The same, when anything but success is an error.
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
