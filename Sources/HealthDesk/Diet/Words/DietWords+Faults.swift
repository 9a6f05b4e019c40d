import DietPlan
import HealthModel

/// The reasons for refusing an answer, in words.
extension DietWords {
  /// One sentence without an end: `age must be 18-99`.
  package func fault(_ fault: DietFault) -> String {
    switch fault {
    case .missing(let field): "\(DietWords.name(field)) is missing"
    case .outside(.weight, _, let allowed), .outside(.lockedWeight, _, let allowed):
      "weight must be from \(weight(allowed.lowerBound)) to \(weight(allowed.upperBound))"
    case .outside(.activeShare, _, let allowed):
      "\(DietWords.name(.activeShare)) must be \(DietWords.number(100 * allowed.lowerBound))-\(DietWords.number(100 * allowed.upperBound)) %"
    case .outside(let field, _, let allowed):
      "\(DietWords.name(field)) must be \(DietWords.number(allowed.lowerBound))-\(DietWords.number(allowed.upperBound))\(DietWords.unit(field))"
    case .notInSteps(let field, _, let step):
      "\(DietWords.name(field)) must be in steps of \(DietWords.number(step))\(DietWords.unit(field))"
    case .underweight(let index, let least):
      "losing weight isn't safe at a body mass index of \(DietWords.number(index)): it must be at least \(DietWords.number(least))"
    case .needTooLow(let maintenance, let floor):
      "you need \(Quantity.grouped(maintenance)) kcal a day: too little to go below it, as no target is under \(Quantity.grouped(floor)) kcal"
    case .windowLeavesDay: "the eating window must begin and end on one day"
    case .windowLength(_, let needed): "the eating window must be \(needed / 60) hours long"
    case .mealCount(_, let allowed): "choose \(allowed.lowerBound)-\(allowed.upperBound) eating times"
    case .mealTimeOutside(let minute, let window): "\(DietWords.time(minute)) is outside the eating window (\(DietWords.span(window)))"
    case .mealTimeRepeated(let minute): "\(DietWords.time(minute)) is given twice"
    case .startOutside(_, let allowed): "the plan must start from \(allowed.lowerBound) to \(allowed.upperBound)"
    case .dayHasPassed(let day, let today): "\(day) is before \(today)"
    case .alreadyPaused(let since): "the plan is paused already, since \(since)"
    case .notPaused: "the plan isn't paused"
    case .alreadyStopped(let since): "the plan is stopped, since \(since)"
    case .nothingToPause: "there are no phases to pause: the plan hasn't started, or its goal has none"
    case .noSuchPlan: "no plan is set up on that day"
    }
  }

  /// The name of an answer in a sentence.
  private static func name(_ field: DietField) -> String {
    switch field {
    case .sex: "gender"
    case .age: "age"
    case .height: "height"
    case .feet: "feet"
    case .inches: "inches"
    case .weight: "weight"
    case .activity: "activity"
    case .goal: "goal"
    case .window: "eating window"
    case .start: "start"
    case .bodyFat: "body fat"
    case .mealTimes: "eating times"
    case .lockedWeight: "weight of the lock"
    case .activeShare: "share of active energy"
    }
  }

  private static func unit(_ field: DietField) -> String {
    switch field {
    case .height: " cm"
    case .weight, .lockedWeight: " kg"
    case .bodyFat: " %"
    default: ""
    }
  }

  /// `12:00`.
  package static func time(_ minute: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return (0..<1440).contains(minute) ? "\(two(minute / 60)):\(two(minute % 60))" : "\(minute) min"
  }

  /// `18.5`, without needless zeros.
  static func number(_ value: Double) -> String { Quantity.rounded(value, steps: 100) }
}
