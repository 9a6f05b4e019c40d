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

  /// The answer to a topic for the day.
  package func why(_ topic: DietTopic) -> DietWhy { DietWhy(topic, on: day, history: history) }

  /// The milestones that have something to say, each with its sentence.
  package var announcements: [(milestone: DietMilestone, sentence: String)] {
    let own = day.state.position.map { DietMilestone.on(planDay: $0.planDay) } ?? []
    let (diet, maintenance) = (DietTarget.kcal(profile, in: .diet), DietTarget.kcal(profile, in: .maintenance))
    return milestones.compactMap { milestone in
      DietWords.announcement(milestone, isToday: own.contains(milestone), dietKcal: diet, maintenanceKcal: maintenance).map {
        (milestone, $0)
      }
    }
  }
}
