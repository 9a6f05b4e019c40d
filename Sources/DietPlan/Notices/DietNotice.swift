import HealthModel

/// A notice that the plan wants to have shown.
package struct DietNotice: Sendable, Hashable {
  /// The content, with its numbers.
  package enum Content: Sendable, Hashable {
    /// 30 minutes before an eating time, a minute of the local day.
    case prepare(MealSlot, eatMinute: Int)
    /// 30 minutes after an eating time, with a meal logged since. `variant` is any number from 0; texts are chosen by its remainder.
    case thanks(MealSlot, variant: Int)
    /// 30 minutes after an eating time, with no meal logged since.
    case reminder(MealSlot)
    /// The weight isn't logged yet.
    case weighIn
    /// Day 2: whether the user is still on board.
    case checkIn
    /// Calories rise from today on.
    case caloriesRise(fromKcal: Int, toKcal: Int)
    /// Calories fall from today on.
    case caloriesFall(fromKcal: Int, toKcal: Int)
    /// The last day of a cycle.
    case cycleCompleted(cycle: Int)
    /// A review is ready.
    case review(planDay: Int)
    /// The `days`th day in a row without a log: 1, 3 or 7. `streakDays` is the streak that a log today would continue, 0 if there is none.
    case absence(days: Int, streakDays: Int)

    /// The name of the kind.
    package var name: String {
      switch self {
      case .prepare: "diet_prepare"
      case .thanks: "diet_thanks"
      case .reminder: "diet_reminder"
      case .weighIn: "diet_weigh_in"
      case .checkIn: "diet_check_in"
      case .caloriesRise: "diet_calories_rise"
      case .caloriesFall: "diet_calories_fall"
      case .cycleCompleted: "diet_cycle_completed"
      case .review: "diet_review"
      case .absence: "diet_absence"
      }
    }
  }

  /// The same for the same notice whenever it is asked for: `diet/2026-03-29/meal-720/after`. Thanks and reminder of an eating time share
  /// one.
  package let id: String
  /// The local day of the plan that it is about.
  package let day: Day
  /// The instant at which it is due, with the local time that clocks show then.
  package let fireAt: Moment
  /// The last instant at which it is still of use, milliseconds UTC.
  package let notAfterMs: Int64
  /// The style of its words.
  package let voice: NoticeVoice
  /// The kind, with its numbers.
  package let content: Content
}
