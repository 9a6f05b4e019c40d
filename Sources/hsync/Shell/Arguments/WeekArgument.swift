import ArgumentParser
import HealthModel
import WeekPlan

/// A week on the command line: `this`, `next`, `last`, `+1`, `-1`, `2026-W07`, or a date in it.
struct WeekArgument: ExpressibleByArgument {
  private let text: String

  init?(argument: String) {
    text = argument
    guard (try? PlanWords.week(argument, today: Day(number: 0))) != nil else { return nil }
  }

  /// The week that is meant when today is `today`.
  func week(from today: Day) throws -> ISOWeek { try PlanWords.week(text, today: today) }

  /// Returns the weeks among the words that the parser didn't consume, because it takes `-1` for an option.
  ///
  /// - Parameters:
  ///   - most: The maximum number of weeks.
  ///   - isCommand: Whether a word could also be meant as a command's name.
  /// - Throws: `ValidationError` for a word that isn't a week, an unknown option, and too many words.
  static func all(of words: [String], most: Int, orCommand isCommand: Bool = false) throws -> [WeekArgument] {
    let weeks = try words.filter { $0 != "--" }.map { word in
      guard let week = WeekArgument(argument: word) else {
        if word.hasPrefix("-"), Int(word) == nil { throw ValidationError("Unknown option '\(word)'") }
        throw ValidationError(
          "'\(word)' isn't a week: this, next, last, +1, -1, 2026-W07 or a date"
            + (isCommand ? "; nor is it a command, which hsync plan --help lists." : "."))
      }
      return week
    }
    guard weeks.count <= most else { throw ValidationError("Give \(most == 1 ? "one week" : "\(most) weeks") at most.") }
    return weeks
  }
}

/// The options that choose the week, shared by the commands that change a plan.
struct WeekOptions: ParsableArguments {
  @Option(
    name: .customLong("week"), parsing: .unconditional,
    help: ArgumentHelp("The week that weekdays and weekly items refer to (default: this week).", valueName: "week"))
  var argument: WeekArgument?

  /// The week.
  func week(from today: Day) throws -> ISOWeek { try argument?.week(from: today) ?? ISOWeek(of: today) }
}
