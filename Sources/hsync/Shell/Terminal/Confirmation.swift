import HealthModel

/// A question that confirms an action which can't be undone easily.
enum Confirmation {
  /// Returns when the user confirms, or has confirmed with `--yes`.
  ///
  /// - Parameters:
  ///   - question: Without the choices after its question mark: `drop 3 records?`.
  ///   - isGiven: Whether `--yes` was given.
  /// - Throws: kind `.no` when the answer isn't yes, `.usage` when the user can't be asked.
  static func require(_ question: String, isGiven: Bool) throws {
    if isGiven { return }
    guard Terminal.canAsk else {
      throw CommandError(.usage, "confirmation needed, but there is no terminal: \(question)", hint: "add --yes to confirm")
    }
    let answer = Terminal.ask("\(question) [y/N] ")?.lowercased()
    guard answer == "y" || answer == "yes" else { throw CommandError(.no, "nothing was changed") }
  }
}
