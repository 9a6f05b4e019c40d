import ActivityWindow
import HealthDesk
import HealthModel

/// The set-up on a terminal: activities, dog, preset, notices, in this order.
struct GoProfileQuestions {
  private let before: GoSetup

  init(_ before: GoSetup) { self.before = before }

  /// Asks until each answer is valid.
  ///
  /// - Throws: kind `.no` at the end of the input.
  func ask() throws -> GoProfileChange {
    var change = GoProfileChange()
    let usual = before.profile
    let activities = Activity.allCases.filter(usual.activities.contains).map(\.rawValue).joined(separator: ",")
    change.activities = try answer("What do you do at the coast? swim, run or both [\(activities)] ") { text in
      let chosen = text.isEmpty ? usual.activities : try? GoProfileSetCommand.activities(text)
      return chosen.flatMap { $0.isEmpty ? nil : $0 }
    }
    let name = usual.dog?.name
    change.dog = try answer("Got a four-legged buddy? Its name, or no [\(name?.onOneLine ?? "no")] ") { text in
      let word = text.lowercased()
      if word == "n" || word == "no" || text.isEmpty && name == nil { return .removed }
      let chosen = text.isEmpty ? name ?? "" : text
      return Dog.nameLengths.contains(chosen.count) ? .set(name: chosen, size: nil, coat: nil, heatSensitivity: nil) : nil
    }
    for preset in Preset.allCases {
      Output.notice("  \(GoWords.title(preset)): \(GoWords.tagline(preset)) \(GoWords.description(preset))")
    }
    change.preset = try answer("How picky are you? chill, balanced or strict [\(usual.preset.rawValue)] ") { text in
      text.isEmpty ? usual.preset : Preset(rawValue: text.lowercased())
    }
    change.sendsNotices = try answer("Want a heads-up when conditions are good? [Y/n] ") { text in
      switch text.lowercased() {
      case "", "y", "yes": true
      case "n", "no", "not now": false
      default: nil
      }
    }
    return change
  }

  private func answer<Value>(_ question: String, _ read: (String) throws -> Value?) throws -> Value {
    while let text = Terminal.ask(question) {
      if let value = try read(text) { return value }
    }
    Output.notice("")
    throw CommandError(.no, "nothing was changed")
  }
}
