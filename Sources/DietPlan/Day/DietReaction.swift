import HealthModel

/// Light feedback on one action of the user.
package enum DietReaction: Sendable, Hashable {
  /// A meal was saved.
  case mealSaved
  /// A macronutrient became green.
  case turnedGreen(Macro)
  /// The day's praise is new: two or three macronutrients are green.
  case praised(DayPraise)
  /// The first log of the day continued the streak, which has now this many days.
  case streak(days: Int)
  /// The day earned a celebration.
  case celebration(DietCelebration)
}

extension DietDay {
  /// The feedback on an action: what this day has that it didn't have before, the celebrations last. Empty if nothing was gained.
  ///
  /// - Parameter before: The same day before the action.
  package func reactions(since before: DietDay) -> [DietReaction] {
    var reactions: [DietReaction] = []
    if eaten.meals > before.eaten.meals { reactions.append(.mealSaved) }
    for macro in Macro.allCases where progress[macro].smiley == .happy && before.progress[macro].smiley != .happy {
      reactions.append(.turnedGreen(macro))
    }
    if let praise, praise != before.praise, before.praise != .perfect { reactions.append(.praised(praise)) }
    if streak.isLoggedToday && !before.streak.isLoggedToday { reactions.append(.streak(days: streak.days)) }
    let earned = celebrations.filter { !before.celebrations.contains($0) }
    return reactions + earned.map(DietReaction.celebration)
  }
}
