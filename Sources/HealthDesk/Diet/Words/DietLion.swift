import DietPlan
import HealthModel

/// The coach's picture, and the one sentence it says at most.
package enum DietLion: String, Sendable, CaseIterable {
  case plain = "default"
  /// It explains something.
  case glasses
  /// A milestone.
  case strong
  /// The first week.
  case gentle

  /// The picture for a day.
  package init(for glance: DietGlance) {
    if glance.day.celebrations.contains(where: { $0.strength == 3 }) || glance.review != nil {
      self = .strong
    } else if glance.day.phase == .gentleStart {
      self = .gentle
    } else {
      self = glance.lesson == nil ? .plain : .glasses
    }
  }

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
