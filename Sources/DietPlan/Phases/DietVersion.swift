import HealthModel

/// A version of the profile, with the plan that it belongs to.
package struct DietVersion: Sendable, Hashable {
  /// The id of its entry.
  package let id: String
  /// The first day on which it is in force.
  package let from: Day
  /// The whole profile.
  package let profile: DietProfile
  /// The plan that it belongs to.
  package let plan: PlanStart
}
