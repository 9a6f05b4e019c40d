import ArgumentParser
import HealthModel
import Settings

/// A day on the command line: `today`, `yesterday`, `-2` or `2026-02-10`.
struct DayArgument: ExpressibleByArgument {
  private let text: String

  init?(argument: String) {
    text = argument.lowercased()
    guard day(from: Day(number: 0)) != nil else { return nil }
  }

  /// The day that is meant when today is `today`.
  func day(from today: Day) -> Day? {
    switch text {
    case "today": return today
    case "yesterday": return today.adding(-1)
    case "tomorrow": return today.adding(1)
    default:
      if let day = Day(text) { return day }
      guard text.hasPrefix("-") || text.hasPrefix("+"), let days = Int(text), abs(days) < 10_000 else { return nil }
      return today.adding(days)
    }
  }

  /// The day that is meant now.
  var day: Day { day(from: LocalClock.now.day) ?? LocalClock.now.day }
}
