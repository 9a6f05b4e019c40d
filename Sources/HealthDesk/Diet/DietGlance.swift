import DietPlan
import HealthModel

/// The plan on a day, with what is due to be shown beside it.
package struct DietGlance: Sendable {
  /// The local day on which it was read.
  package let today: Day
  /// The day that is shown.
  package let day: DietDay
  /// The history that it follows from.
  package let history: DietHistory
  /// The explanation to show unasked, once per person; `nil` = none.
  package let lesson: DietTopic?
  /// Milestones that weren't shown yet, the earliest first; on days other than today those of the day.
  package let milestones: [DietMilestone]
  /// The review, if one of the milestones is one.
  package let review: DietReview?

  /// The profile in force on the day.
  package var profile: DietProfile { day.target.need.profile }

  /// The plan in force on the day. `nil` = none.
  package var plan: PlanStart? { history.version(on: day.day)?.plan }

  /// The answer to a topic for the day.
  package func why(_ topic: DietTopic) -> DietWhy { DietWhy(topic, on: day, history: history) }

  /// The targets of the day before and of the day, if the energy changed with the phase. `nil` = it didn't.
  package var energyChange: (fromKcal: Int, toKcal: Int)? {
    guard let before = history.version(on: day.day.adding(-1)), let now = history.version(on: day.day), before.plan == now.plan,
      let stateBefore = history.state(on: day.day.adding(-1)), stateBefore.phase != nil, day.phase != nil
    else { return nil }
    let from = DietTarget(before.profile, state: stateBefore).baseKcal
    return from == day.target.baseKcal ? nil : (from, day.target.baseKcal)
  }
}
