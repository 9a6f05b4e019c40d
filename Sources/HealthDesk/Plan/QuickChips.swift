import HealthModel
import WeekPlan

/// Suggestions for items, to be added by number or name: the user's lists, or the default ones.
package struct QuickChips: Sendable {
  /// A suggestion.
  package struct Chip: Sendable, Equatable {
    package let kind: PlanItem.Kind
    package let title: String
  }

  /// The suggestions: workouts, then meals, in the order of their lists.
  package let chips: [Chip]

  /// The default workouts. `WorkoutMatch` recognizes the names, so that an import ticks them off.
  package static let usualWorkouts = ["Run", "Walk", "Ride", "Swim", "Strength", "Yoga"]
  /// The meals if the user has no list.
  package static let usualMeals = ["breakfast Porridge", "lunch Salad", "dinner Soup", "snack Fruit"]

  /// - Parameters:
  ///   - workouts: Their titles.
  ///   - meals: `dinner Chili`, or `dinner` alone.
  /// - Throws: `notAMeal` for a meal without a type, `badTitle` for an empty text or one that is too long.
  package init(workouts: [String], meals: [String]) throws(QuickChipsError) {
    var chips: [Chip] = []
    for text in workouts { chips.append(try QuickChips.chip(.workout, text, of: text, in: .workouts)) }
    for text in meals {
      guard let (meal, title) = QuickChips.meal(text) else {
        throw .notAMeal(text)
      }
      chips.append(try QuickChips.chip(.meal(meal), title, of: text, in: .meals))
    }
    self.chips = chips
  }

  /// The type and the title in `dinner Chili` or `dinner: Chili`; the title may be empty. `nil` when it begins with no type of meal.
  package static func meal(_ text: String) -> (type: PlannedMeal, title: String)? {
    let words = text.split(maxSplits: 1) { $0.isWhitespace || $0 == ":" }.map { PlanTitle.trimmed(String($0)) }
    guard let type = words.first.flatMap({ PlannedMeal(rawValue: $0.lowercased()) }) else { return nil }
    return (type, words.count > 1 ? words[1] : "")
  }

  /// Returns the selected suggestions: numbers from 1 select several, any other text is the name of one, or its beginning.
  ///
  /// - Throws: `noNumber`, `noName` or `several`.
  package func chips(named words: [String]) throws(QuickChipsError) -> [Chip] {
    let numbers = words.compactMap { Int($0) }
    if numbers.count == words.count {
      if let wrong = numbers.first(where: { !chips.indices.contains($0 - 1) }) { throw .noNumber(wrong) }
      return numbers.map { chips[$0 - 1] }
    }
    let name = PlanTitle.trimmed(words.joined(separator: " ")).lowercased()
    let exact = chips.filter { $0.title.lowercased() == name }
    let found = exact.isEmpty ? chips.filter { !name.isEmpty && $0.title.lowercased().hasPrefix(name) } : exact
    guard !found.isEmpty else { throw .noName(name) }
    guard found.count == 1 else {
      let numbered = chips.enumerated().filter { found.contains($0.element) }.map { ($0.offset + 1, $0.element.title) }
      throw .several(name, Dictionary(uniqueKeysWithValues: numbered))
    }
    return found
  }

  private static func chip(
    _ kind: PlanItem.Kind, _ title: String, of text: String, in list: QuickChipsError.List
  ) throws(QuickChipsError) -> Chip {
    do throws(PlanError) {
      return Chip(kind: kind, title: try PlanTitle.checked(title, for: kind))
    } catch {
      throw .badTitle(text, list, error)
    }
  }
}
