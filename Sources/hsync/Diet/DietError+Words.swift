import DietPlan
import HealthDesk
import HealthModel

/// The sentence of the error with the command that helps.
extension DietError: UserFacingError {
  package var message: String { sentence(.chosen) }

  package var hint: Hint? {
    switch self {
    case .notSetUp: "set one up: hsync diet setup"
    case .notYetSetUp(_, let first): "name a later day: hsync diet --day \(first)"
    case .faults(let faults): faults.lazy.compactMap(DietError.hint).first
    }
  }

  private static func hint(_ fault: DietFault) -> Hint? {
    switch fault {
    case .missing: "answer the questions on a terminal: hsync diet setup; its options: hsync diet setup --help"
    case .underweight, .needTooLow: "choose another goal: --goal maintain"
    case .windowLeavesDay, .windowLength: "like this: --window 12:00-18:00"
    case .mealCount, .mealTimeOutside, .mealTimeRepeated: "like this: --window 12:00-18:00 --meals 12:00,15:00,17:30"
    case .alreadyPaused: "continue it: hsync diet resume"
    case .alreadyStopped, .noSuchPlan: "start anew: hsync diet setup"
    case .notPaused, .nothingToPause: "see its state: hsync diet"
    case .outside, .notInSteps, .startOutside, .dayHasPassed: nil
    }
  }
}
