import Foundation

/// How far a long work is, on one line of standard error that is overwritten; nothing when that is no terminal.
struct Progress {
  private let total: Int
  private let noun: String
  private let isShown: Bool
  private var done = 0

  init(total: Int, noun: String, isShown: Bool) {
    self.total = total
    self.noun = noun
    self.isShown = isShown && Terminal.isTerminal(STDERR_FILENO)
  }

  /// One more is done.
  mutating func advance() {
    done += 1
    if isShown { Output.prompt("\r\(noun) \(done) of \(total)") }
  }

  /// Takes the line away, so that other words can be written.
  func clear() {
    if isShown { Output.prompt("\r\u{1B}[K") }
  }
}
