import DietPlan
import HealthModel

/// The catalogue of the plan's texts, in English. All programs use it, so that a page and a command say the same.
package struct DietWords: Sendable {
  /// A weight in the unit in which it is shown: `81.4 kg`. It takes kilograms.
  let weight: RecordWords.Weight

  /// The texts, with weights as `weight` writes them.
  package init(weight: @escaping RecordWords.Weight) { self.weight = weight }

  /// Weights in kg.
  package static let metric = DietWords { "\(Quantity.fixed($0, 1)) kg" }

  // MARK: - The day

  /// The name of a phase: `Gentle start`.
  package static func name(_ phase: DietPhase) -> String {
    switch phase {
    case .gentleStart: "Gentle start"
    case .diet: "Diet"
    case .maintenance: "Maintenance"
    }
  }

  /// The sign of a phase.
  package static func sign(_ phase: DietPhase) -> String { phase == .diet ? "🔥" : "🌱" }

  /// `Day 8 of 14 - Diet`; on the last day of a block `Day 14 of 14 - Switching to Maintenance`.
  package static func headline(_ day: DietDay) -> String { headline(day.state, goal: day.goal) }

  /// The same of a state of the plan for a goal.
  package static func headline(_ state: DietState, goal: DietGoal) -> String {
    switch state {
    case .notStarted(let days): "Starts in \(Quantity.count(days, "day"))"
    case .running(let position):
      position.dayOfPhase == PhasePosition.blockDays
        ? "Day \(position.dayOfPhase) of \(PhasePosition.blockDays) - Switching to \(name(position.next))"
        : "Day \(position.dayOfPhase) of \(PhasePosition.blockDays) - \(name(position.phase))"
    case .paused(_, let since): "Paused since \(since)"
    case .steady: name(goal)
    case .stopped(let since): "Stopped since \(since)"
    }
  }

  /// `7 days to Diet, cycle 1`. `nil` unless the plan runs in phases.
  package static func outlook(_ state: DietState) -> String? {
    switch state {
    case .running(let position): "\(Quantity.count(position.daysToSwitch, "day")) to \(name(position.next)), cycle \(position.cycle)"
    case .paused(let position, _):
      "Goes on with day \(position.dayOfPhase) of \(PhasePosition.blockDays) - \(name(position.phase)), cycle \(position.cycle)"
    case .notStarted, .steady, .stopped: nil
    }
  }

  /// The reason for the day's target, in a few words: `maintenance energy (gentle start)`.
  package static func reason(_ rule: DietTarget.Rule) -> String {
    switch rule {
    case .maintenance(.goal): "maintenance energy"
    case .maintenance(.gentleStart): "maintenance energy: the first week is gentle"
    case .maintenance(.phase): "maintenance energy: days 15 to 28 of the cycle"
    case .maintenance(.paused): "maintenance energy while the plan is paused"
    case .maintenance(.notStarted): "maintenance energy until the plan starts"
    case .maintenance(.stopped): "maintenance energy: the plan is stopped"
    case .diet(.standard): "19/23 of maintenance energy"
    case .diet(.study): "67 % of maintenance energy, as in the study"
    case .floor: "the lowest target of a diet day"
    case .surplus: "maintenance energy and \(DietTarget.surplusKcal) kcal"
    }
  }

  /// `12 day streak`.
  package static func streak(_ streak: LoggingStreak) -> String { "\(Quantity.grouped(streak.days)) day streak" }

  /// `12pm`, `5:30pm`, `12am`: a minute of the day.
  package static func clock(_ minute: Int) -> String {
    let (hour, rest) = (minute / 60 % 24, minute % 60)
    let twelve = hour % 12 == 0 ? 12 : hour % 12
    return "\(twelve)\(rest == 0 ? "" : rest < 10 ? ":0\(rest)" : ":\(rest)")\(hour < 12 ? "am" : "pm")"
  }

  /// `12pm - 6pm`.
  package static func span(_ window: EatingWindow) -> String { "\(clock(window.startMin)) - \(clock(window.endMin))" }

  /// `Eating window: 12pm - 6pm`.
  package static func window(_ window: EatingWindow) -> String { "Eating window: \(span(window))" }

  /// `Eating outside your window (12pm-6pm)`. `nil` = the meal gets no warning.
  package static func warning(_ window: EatingWindow, eatenAt moment: Moment) -> String? {
    guard window.placement(of: moment).isWarned else { return nil }
    return "Eating outside your window (\(clock(window.startMin))-\(clock(window.endMin)))"
  }

  /// The sign of a smiley.
  package static func sign(_ smiley: Smiley) -> String {
    switch smiley {
    case .happy: "😊"
    case .neutral: "😐"
    case .sad: "😞"
    }
  }

  /// A smiley for screen readers: `good progress`.
  package static func spoken(_ smiley: Smiley) -> String {
    switch smiley {
    case .happy: "good progress"
    case .neutral: "on track"
    case .sad: "needs attention"
    }
  }

  /// The ring for screen readers: `Calories: 1,250 of 1,900. Protein 340 calories, carbs 568, fat 342.`
  package static func spoken(_ day: DietDay) -> String {
    func whole(_ value: Double) -> String { Quantity.grouped(Int(nearest: value)) }
    let unknown = day.ring.unknownKcal > 0 ? ", unknown \(whole(day.ring.unknownKcal))" : ""
    return """
      Calories: \(day.eaten.energy(whole)) of \(Quantity.grouped(day.target.kcal)). Protein \(whole(day.ring.kcal.protein)) calories, \
      carbs \(whole(day.ring.kcal.carbs)), fat \(whole(day.ring.kcal.fat))\(unknown).
      """
  }

  /// `128/160g`; `?` for what no meal states.
  package static func progress(_ progress: MacroProgress) -> String {
    "\(progress.eatenG.map { "\(Int(nearest: $0))" } ?? "?")/\(Int(nearest: progress.goalG))g"
  }

  // MARK: - Answers

  /// The name of an activity level: `Very Active`.
  package static func name(_ activity: ActivityLevel) -> String {
    switch activity {
    case .sedentary: "Sedentary"
    case .light: "Light"
    case .moderate: "Moderate"
    case .active: "Active"
    case .veryActive: "Very Active"
    }
  }

  /// The meaning of an activity level: `exercise on 1–3 days a week`.
  package static func meaning(_ activity: ActivityLevel) -> String {
    switch activity {
    case .sedentary: "little or no exercise"
    case .veryActive: "a physical job and daily exercise"
    case .light, .moderate, .active:
      activity.exerciseDays.map { "exercise on \($0.lowerBound)–\($0.upperBound) days a week" } ?? ""
    }
  }

  /// The name of a goal: `Lose Weight`.
  package static func name(_ goal: DietGoal) -> String {
    switch goal {
    case .lose: "Lose Weight"
    case .maintain: "Maintain Weight"
    case .gain: "Gain Weight"
    }
  }

  /// The name of a sex.
  package static func name(_ sex: DietSex) -> String {
    switch sex {
    case .male: "Male"
    case .female: "Female"
    case .other: "Other"
    }
  }

  /// The sentence that the plan is no medical advice.
  package static let noAdvice = """
    This plan is no medical advice. Ask a physician first if you are pregnant, ill or take medicines, or have had an eating disorder.
    """
}
