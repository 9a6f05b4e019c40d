import DietPlan
import HealthModel

/// Feedback on actions, milestones and reviews in words.
extension DietWords {
  /// `650 of 1,900 kcal left`, `120 kcal over the 1,900 kcal`.
  package static func remaining(_ remainingKcal: Double, ofKcal target: Int) -> String {
    let left = Int(nearest: remainingKcal)
    return left >= 0 ? "\(Quantity.grouped(left)) of \(kcal(target)) left" : "\(kcal(-left)) over the \(kcal(target))"
  }

  /// `650 left`, `120 over`: the same beside the target.
  package static func remaining(_ remainingKcal: Double) -> String {
    let left = Int(nearest: remainingKcal)
    return left >= 0 ? "\(Quantity.grouped(left)) left" : "\(Quantity.grouped(-left)) over"
  }

  /// The effect of an action, in one line: `650 of 1,900 kcal left · protein 😊 · 12 day streak`. A celebration stands last.
  package func line(_ effect: DietEffect) -> String {
    let parts = [DietWords.remaining(effect.day.remainingKcal, ofKcal: effect.day.target.kcal)]
    return (parts + effect.reactions.compactMap(words)).joined(separator: " · ")
  }

  /// A reaction in a few words. `nil` = the line says it anyway.
  package func words(_ reaction: DietReaction) -> String? {
    switch reaction {
    case .mealSaved: nil
    case .turnedGreen(let macro): "\(macro.rawValue) 😊"
    case .praised(.great): "great day"
    case .praised(.perfect): "perfect day"
    case .streak(let days): "\(Quantity.grouped(days)) day streak"
    case .celebration(let celebration): words(celebration)
    }
  }

  /// A celebration: `🎉 average 80.4 kg, from 80.9 kg`.
  package func words(_ celebration: DietCelebration) -> String? {
    switch celebration {
    case .weightLogged: "🎉 weight logged"
    case .averageMoved(let from, let to): "🎉🎉 average \(weight(to)), from \(weight(from))"
    case .allMacrosGreen: "🎉🎉 all macros green"
    case .cycleCompleted(let cycle): "🎉🎉🎉 cycle \(cycle) completed"
    }
  }

  /// A milestone in one sentence. `nil` = there is nothing to say: the lowest target can make diet and maintenance days equal.
  ///
  /// - Parameters:
  ///   - isToday: Whether the day is its own, rather than one of the days after it.
  ///   - dietKcal: The target of diet days.
  ///   - maintenanceKcal: That of maintenance days.
  package static func announcement(
    _ milestone: DietMilestone, isToday: Bool, dietKcal: Int, maintenanceKcal: Int
  ) -> String? {
    switch milestone {
    case .checkIn: "Still with me? Your gentle start is working as designed."
    case .dietBegins: dietKcal < maintenanceKcal ? change("decreas", to: dietKcal, isToday) : nil
    case .maintenanceBegins: dietKcal < maintenanceKcal ? change("increas", to: maintenanceKcal, isToday) : nil
    case .cycleCompleted(let cycle): "Cycle \(cycle) is complete: 28 days of your plan."
    case .review(let planDay): "Your review of the first \(planDay) days:"
    }
  }

  private static func change(_ stem: String, to kcal: Int, _ isToday: Bool) -> String {
    let calories = Quantity.grouped(kcal)
    return isToday ? "Your calories are \(stem)ing to \(calories) today!" : "Your calories have \(stem)ed to \(calories)."
  }

  /// The figures of a review, a sentence each.
  package func lines(_ review: DietReview) -> [String] {
    var lines = ["You logged on \(review.loggedDays) of \(review.planDay) days."]
    switch (review.startAverageKg, review.averageKg, review.changeKg) {
    case (let start?, let now?, let change?):
      let moved = (change * 10).rounded() == 0 ? "unchanged" : "\(change > 0 ? "+" : "")\(weight(change))"
      lines.append("Weight average: \(weight(start)) in the first week, \(weight(now)) now (\(moved)).")
    case (_, let now?, _): lines.append("Weight average: \(weight(now)).")
    default: lines.append("No weight was logged.")
    }
    for figures in review.phases {
      let eaten = figures.meanIntakeKcal.map { "ate \(Quantity.energy($0)) on average" } ?? "no meals logged"
      lines.append(
        """
        \(DietWords.name(figures.phase)), \(Quantity.count(figures.days, "day")): \(eaten), \
        target \(Quantity.energy(figures.meanTargetKcal)).
        """)
    }
    return lines
  }
}
