import HealthDesk
import HealthModel

/// The error in words, with the command that helps.
extension PlannedMealError: UserFacingError {
  package var message: String {
    switch self {
    case .isWorkout(let item): "\(item.words) is a workout, and only meals are logged"
    case .isDone(let item): "\(item.words) is done already"
    case .isYetToCome(let item, let today):
      "\(item.words) is planned for \(PlanDates.day(item.day, beside: today)), which is yet to come"
    case .noRecentFood(let item): "no recent food is called \(item.title.onOneLine)"
    case .unclearFood(let item, let names):
      "it isn't clear which recent food \(item.title.onOneLine) is: \(names.prefix(5).map(\.onOneLine).joined(separator: ", "))"
    }
  }

  package var hint: Hint? {
    switch self {
    case .isWorkout(let item): "hsync plan done \(item.shortID)"
    case .isDone(let item): "to log it all the same: hsync plan done --undo \(item.shortID), then once more"
    case .isYetToCome: "if it is eaten already, say when: --at 12:30"
    case .unclearFood(let item, let names):
      "call it as the food is called: hsync plan edit \(item.shortID) \((names.first ?? item.title).onOneLine.shellWord); or say what it had: --kcal N"
    case .noRecentFood(let item):
      "say what it had: hsync plan log \(item.shortID) --kcal N, or: hsync plan log \(item.shortID) BARCODE"
    }
  }

  package var kind: ErrorKind {
    switch self {
    case .isWorkout, .isYetToCome: .usage
    case .isDone, .noRecentFood, .unclearFood: .no
    }
  }
}
