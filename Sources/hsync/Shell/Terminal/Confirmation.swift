import HealthDesk
import HealthModel
import Settings

/// A question that confirms an action which can't be undone easily.
enum Confirmation {
  /// Returns when a typed time needs no confirmation, or the user confirms it.
  ///
  /// - Throws: As `require(_:isGiven:)`.
  static func require(_ time: Moment, at now: Moment, isGiven: Bool) throws {
    guard let doubt = TimeDoubt(time, at: now, by: LocalClock.wall) else { return }
    try require("\(doubt.words(time.day)): go on?", isGiven: isGiven)
  }

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
