import HealthModel
import WeekPlan

/// What is planned often: the user's list, or a usual one.
struct QuickChips {
  /// One of them.
  struct Chip: Equatable {
    let kind: PlanItem.Kind
    let title: String
  }

  /// Workouts, then meals, in the order of their lists.
  let chips: [Chip]

  /// The names that `hsync plan match` knows, so that an import ticks them off.
  static let usualWorkouts = ["Run", "Walk", "Ride", "Swim", "Strength", "Yoga"]
  static let usualMeals = ["breakfast Porridge", "lunch Salad", "dinner Soup", "snack Fruit"]

  /// - Parameters:
  ///   - workouts: What they are called.
  ///   - meals: `dinner Chili`, or `dinner` alone.
  /// - Throws: kind `.configuration` for a meal of no type, and for an empty text.
  init(workouts: [String], meals: [String]) throws(CommandError) {
    var chips: [Chip] = []
    for text in workouts { chips.append(try QuickChips.chip(.workout, text, of: text, in: "plan.quick_workouts")) }
    for text in meals {
      guard let (meal, title) = QuickChips.meal(text) else {
        throw CommandError(
          .configuration, "\"\(text)\" in plan.quick_meals isn't a meal",
          hint: "write it like \"dinner Chili\" (breakfast, lunch, dinner or snack)")
      }
      chips.append(try QuickChips.chip(.meal(meal), title, of: text, in: "plan.quick_meals"))
    }
    self.chips = chips
  }

  /// What `dinner Chili` or `dinner: Chili` says; the title may be empty. `nil` when it begins with no type of meal.
  static func meal(_ text: String) -> (type: PlannedMeal, title: String)? {
    let words = text.split(maxSplits: 1) { $0.isWhitespace || $0 == ":" }.map { String($0).trimmed }
    guard let type = words.first.flatMap({ PlannedMeal(rawValue: $0.lowercased()) }) else { return nil }
    return (type, words.count > 1 ? words[1] : "")
  }

  /// Those that are meant: numbers from 1 name several, anything else is the words of one, or their beginning.
  ///
  /// - Throws: kind `.no` when there is none of that number or name, `.usage` when several begin so.
  func chips(named words: [String]) throws(CommandError) -> [Chip] {
    let numbers = words.compactMap { Int($0) }
    if numbers.count == words.count {
      if let wrong = numbers.first(where: { !chips.indices.contains($0 - 1) }) {
        throw CommandError(.no, "there is no number \(wrong) in the quick list", hint: "see the list: hsync plan quick")
      }
      return numbers.map { chips[$0 - 1] }
    }
    let name = words.joined(separator: " ").trimmed.lowercased()
    let exact = chips.filter { $0.title.lowercased() == name }
    let found = exact.isEmpty ? chips.filter { !name.isEmpty && $0.title.lowercased().hasPrefix(name) } : exact
    guard !found.isEmpty else {
      throw CommandError(.no, "nothing in the quick list is called \"\(name)\"", hint: "see the list: hsync plan quick")
    }
    guard found.count == 1 else {
      let numbered = chips.enumerated().filter { found.contains($0.element) }.map { "\($0.offset + 1) \($0.element.title)" }
      throw CommandError(
        .usage, "several in the quick list begin with \"\(name)\"", hint: "give the number: " + numbered.joined(separator: ", "))
    }
    return found
  }

  private static func chip(_ kind: PlanItem.Kind, _ title: String, of text: String, in key: String) throws(CommandError) -> Chip {
    do {
      return Chip(kind: kind, title: try PlanTitle.checked(title, for: kind))
    } catch {
      throw CommandError(.configuration, "\"\(text)\" in \(key): \(error.message)")
    }
  }
}
