import HealthModel

/// A day of the plan on which something is announced or asked, once per plan.
package enum DietMilestone: Sendable, Hashable {
  /// Day 2: whether the user is still on board during the gentle start.
  case checkIn
  /// Calories fall: day 8 in cycle 1, day 1 of later cycles (29, 57, …).
  case dietBegins(cycle: Int)
  /// Calories rise: day 15 of a cycle.
  case maintenanceBegins(cycle: Int)
  /// Day 28 of a cycle.
  case cycleCompleted(cycle: Int)
  /// A review of the plan so far: day 21 (`firstReviewDay`) or 42 (`secondReviewDay`).
  case review(planDay: Int)

  /// The first review: a week into the first maintenance phase.
  package static let firstReviewDay = 21
  /// The second review: three two-week blocks.
  package static let secondReviewDay = 42

  /// The milestones of a day of the plan, from 1.
  package static func on(planDay: Int) -> [DietMilestone] {
    let position = PhasePosition(planDay: planDay)
    var found: [DietMilestone] = []
    if planDay == 2 { found.append(.checkIn) }
    if planDay == 8 || (position.dayOfCycle == 1 && position.cycle > 1) { found.append(.dietBegins(cycle: position.cycle)) }
    if position.dayOfCycle == 15 { found.append(.maintenanceBegins(cycle: position.cycle)) }
    if position.dayOfCycle == 28 { found.append(.cycleCompleted(cycle: position.cycle)) }
    if planDay == firstReviewDay || planDay == secondReviewDay { found.append(.review(planDay: planDay)) }
    return found
  }

  /// Its id within a plan, as records keep it: `check-in`, `diet-2`, `maintenance-1`, `cycle-1`, `review-21`.
  package var id: String {
    switch self {
    case .checkIn: "check-in"
    case .dietBegins(let cycle): "diet-\(cycle)"
    case .maintenanceBegins(let cycle): "maintenance-\(cycle)"
    case .cycleCompleted(let cycle): "cycle-\(cycle)"
    case .review(let planDay): "review-\(planDay)"
    }
  }

  /// Reads an id. `nil` for others; cycles are 1…10,000.
  package init?(id: String) {
    if id == "check-in" {
      self = .checkIn
      return
    }
    let parts = id.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[1]), (1...10_000).contains(number), parts[1] == String(number) else { return nil }
    switch parts[0] {
    case "diet": self = .dietBegins(cycle: number)
    case "maintenance": self = .maintenanceBegins(cycle: number)
    case "cycle": self = .cycleCompleted(cycle: number)
    case "review" where [DietMilestone.firstReviewDay, DietMilestone.secondReviewDay].contains(number): self = .review(planDay: number)
    default: return nil
    }
  }
}

extension DietHistory {
  /// Days of the plan for which a milestone stays open, its own included.
  package static let milestoneDays = 7

  /// The milestones of a day's plan that weren't shown yet, from the last `milestoneDays` days of the plan, the earliest first. None on
  /// days on which the plan doesn't run.
  package func openMilestones(on day: Day) -> [DietMilestone] {
    guard let version = version(on: day), let position = state(on: day)?.position else { return [] }
    let first = max(1, position.planDay - DietHistory.milestoneDays + 1)
    return (first...position.planDay).flatMap(DietMilestone.on(planDay:)).filter { !isShown($0, of: version.plan.id) }
  }
}
