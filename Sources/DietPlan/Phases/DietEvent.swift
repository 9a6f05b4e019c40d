import HealthModel

/// A dated entry of the plan's history. Entries are only ever added; two devices agree once each has the other's.
package struct DietEvent: Sendable, Hashable {
  /// The content of an entry.
  package enum Content: Sendable, Hashable {
    /// A version of the profile, in force from the entry's day until the next version.
    case profile(DietProfile, plan: PlanStart)
    /// Pauses the plan with this id from the entry's day on.
    case pause(plan: String)
    /// Continues it on the entry's day.
    case resume(plan: String)
    /// Ends it: the entry's day is the first without the plan.
    case stop(plan: String)
    /// A milestone was shown. `answer` is the user's, for the check-in; `nil` = only shown.
    case milestone(DietMilestone, plan: String, answer: Bool?)
    /// An explanation was shown for the first time.
    case lesson(DietTopic)
  }

  /// The id of the record: UUIDv7. Orders entries of one day.
  package let id: String
  /// The local day from which it holds.
  package let day: Day
  /// The kind of entry, with its values.
  package let content: Content

  /// An entry.
  package init(id: String, day: Day, _ content: Content) {
    self.id = id
    self.day = day
    self.content = content
  }
}
