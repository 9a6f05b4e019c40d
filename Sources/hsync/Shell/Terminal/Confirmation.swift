import HealthModel

/// Asks before what can't be taken for granted.
enum Confirmation {
  /// Comes back when the person agrees, or has agreed by `--yes`.
  ///
  /// - Parameters:
  ///   - question: Without its question mark's choices: `drop 3 records?`.
  ///   - isGiven: Whether `--yes` was given.
  /// - Throws: kind `.no` when the answer isn't yes, `.usage` when there is nobody to ask.
  static func require(_ question: String, isGiven: Bool) throws {
    if isGiven { return }
    guard Terminal.canAsk else {
      throw CommandError(.usage, "needs --yes without a terminal: \(question)", hint: "add --yes to agree beforehand")
    }
    let answer = Terminal.ask("\(question) [y/N] ")?.lowercased()
    guard answer == "y" || answer == "yes" else { throw CommandError(.no, "nothing was changed") }
  }
}
