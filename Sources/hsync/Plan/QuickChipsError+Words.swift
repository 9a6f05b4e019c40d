import HealthDesk
import HealthModel

/// The error in words, with the setting or the command that helps.
extension QuickChipsError: UserFacingError {
  package var message: String {
    switch self {
    case .notAMeal(let text): "\"\(text)\" in plan.quick_meals isn't a meal"
    case .badTitle(let text, let list, let error):
      "\"\(text)\" in \(list == .meals ? "plan.quick_meals" : "plan.quick_workouts"): \(error.message)"
    case .noNumber(let number): "there is no number \(number) in the quick list"
    case .noName(let name): "nothing in the quick list is called \"\(name)\""
    case .several(let name, _): "several in the quick list begin with \"\(name)\""
    }
  }

  package var hint: Hint? {
    switch self {
    case .notAMeal: "write it like \"dinner Chili\" (breakfast, lunch, dinner or snack)"
    case .badTitle: nil
    case .noNumber, .noName: "see the list: hsync plan quick"
    case .several(_, let chips):
      "give the number: \(chips.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))"
    }
  }

  package var kind: ErrorKind {
    switch self {
    case .notAMeal, .badTitle: .configuration
    case .noNumber, .noName: .no
    case .several: .usage
    }
  }
}
