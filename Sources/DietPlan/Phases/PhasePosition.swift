/// The place of one day of the plan in its cycle. A function of the day's number alone.
package struct PhasePosition: Sendable, Hashable {
  /// Length of a cycle, days.
  package static let cycleDays = 28
  /// Length of a diet or maintenance block, days: 2 weeks, as in the MATADOR study.
  package static let blockDays = 14
  /// Length of the gentle start, days.
  package static let gentleDays = 7

  /// The day of the plan, from 1; paused days aren't counted.
  package let planDay: Int

  /// The place of a day of the plan; numbers below 1 are the first day.
  package init(planDay: Int) { self.planDay = max(1, planDay) }

  /// The cycle, from 1.
  package var cycle: Int { (planDay - 1) / PhasePosition.cycleDays + 1 }

  /// The day of the cycle, 1…28.
  package var dayOfCycle: Int { (planDay - 1) % PhasePosition.cycleDays + 1 }

  /// The phase: day 7 is `gentleStart`, 8 and 14 are `diet`, 15 and 28 `maintenance`, 29 and 42 `diet`.
  package var phase: DietPhase {
    if dayOfCycle > PhasePosition.blockDays { return .maintenance }
    return planDay <= PhasePosition.gentleDays ? .gentleStart : .diet
  }

  /// The day of the two-week block, 1…14 (`Day 8 of 14`). The gentle start is the first half of a block: its days are 1…7, and the diet
  /// goes on with 8.
  package var dayOfPhase: Int { (dayOfCycle - 1) % PhasePosition.blockDays + 1 }

  /// Days of the plan until the phase changes: 7 on day 1, 1 on day 7, 7 on day 8, 1 on days 14 and 28, 14 on days 15 and 29.
  package var daysToSwitch: Int {
    phase == .gentleStart ? PhasePosition.gentleDays + 1 - planDay : PhasePosition.blockDays + 1 - dayOfPhase
  }

  /// The phase after this one.
  package var next: DietPhase { phase == .diet ? .maintenance : .diet }
}
