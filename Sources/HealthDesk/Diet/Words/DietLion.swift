import DietPlan
import HealthModel

/// The coach, a lion: the one sentence that it says about a day.
package enum DietLion {
  /// Its sentence about a day. Never blaming.
  package static func sentence(for day: DietDay) -> String {
    if day.celebrations.contains(where: { if case .cycleCompleted = $0 { true } else { false } }) { return "A whole cycle. Roar!" }
    if let praise = day.praise { return praise == .perfect ? "Perfect day!" : "Great day!" }
    let percent = Int(nearest: day.ring.percent)
    if day.eaten.meals > 0, percent < 100 { return "You're doing great at \(percent)%!" }
    switch day.phase {
    case .gentleStart: return "Easy does it this week."
    case .diet: return "One meal at a time."
    case .maintenance: return "Eat up: this is a part of the plan."
    case nil: return "One day at a time."
    }
  }
}
