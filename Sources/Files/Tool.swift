import Glibc

/// Another program of the system, found by a list of folders: `systemctl`, `notify-send`.
package struct Tool: Sendable {
  /// The result of a run.
  package struct Outcome: Sendable {
    /// The exit status; 128 + the signal's number when a signal ended it.
    package let status: Int32
    /// Standard output, byte for byte.
    package let out: [UInt8]
    /// Standard error as text, without white space at its ends.
    package let err: String
    /// Whether it was ended because it took longer than its limit.
    package let wasStopped: Bool

    /// Standard output as text, without white space at its ends.
    package var text: String { Tool.trimmed(out) }
  }

  /// The name that was looked for.
  package let name: String
  /// The program's path.
  package let path: String

  /// The program of that name in the first folder that has one. `nil` = none has.
  ///
  /// - Parameter folders: As in `PATH`, separated by colons. Those that aren't absolute are left out.
  package init?(_ name: String, in folders: String) {
    let candidates = folders.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
    guard let path = candidates.first(where: { access($0, X_OK) == 0 }) else { return nil }
    self.name = name
    self.path = path
  }

  /// The program at a path.
  package init(path: String) {
    name = path.split(separator: "/").last.map(String.init) ?? path
    self.path = path
  }

  /// Runs it to its end. Blocks the thread.
  ///
  /// It has a process group of its own, the process's environment, and no other open files. A program that it leaves
  /// running in the background isn't waited for.
  ///
  /// - Parameters:
  ///   - input: Its standard input. A tool needn't read it.
  ///   - variables: Variables beside those of this process, in place of equal ones.
  ///   - limit: The time after which its group is ended: asked first, and killed a second later. `nil` = none.
  ///   - mostOutput: The most bytes that are kept of each output; the rest is read and dropped.
  /// - Throws: When it can't be started.
  package func run(
    _ arguments: [String], input: [UInt8] = [], variables: [String: String] = [:], limit: Duration? = nil, mostOutput: Int = .max
  ) throws(ToolError) -> Outcome {
    var process = try ToolProcess(path, arguments, variables: variables)
    var exchange = ToolExchange(input, given: process.input, out: process.output, err: process.messages, most: mostOutput)
    let deadline = limit.map { ContinuousClock.now + $0 }
    var wasStopped = false
    while process.status == nil {
      exchange.serve(milliseconds: exchange.isAtEnd ? 5 : 50)
      process.look()
      guard let deadline, process.status == nil, ContinuousClock.now >= deadline else { continue }
      process.stop(kill: ContinuousClock.now >= deadline + .seconds(1))
      wasStopped = true
    }
    exchange.finish()
    return Outcome(status: process.status ?? -1, out: exchange.out, err: Tool.trimmed(exchange.err), wasStopped: wasStopped)
  }

  private static func trimmed(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let start = text.firstIndex(where: { !$0.isWhitespace }), let end = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(text[start...end])
  }
}

/// A program that couldn't be started.
package struct ToolError: Error, Equatable {
  /// The program's path.
  package let path: String
  /// The system's reason, an `errno`.
  package let number: Int32

  /// A failure to start the program at a path.
  package init(path: String, number: Int32) { (self.path, self.number) = (path, number) }
}
