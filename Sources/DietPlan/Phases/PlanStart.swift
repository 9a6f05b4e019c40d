import HealthModel

/// The start of a plan. Pauses and stops belong to a plan, so that those of an earlier one don't affect the next.
package struct PlanStart: Sendable, Hashable {
  /// The id of the plan: that of the event that started it. Edits of the profile keep it; a restart makes a new one.
  package let id: String
  /// The first day.
  package let day: Day

  /// A plan's id and first day.
  package init(id: String, day: Day) { (self.id, self.day) = (id, day) }
}
