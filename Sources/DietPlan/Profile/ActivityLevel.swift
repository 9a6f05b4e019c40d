/// The activity of a usual week.
package enum ActivityLevel: String, Sendable, CaseIterable {
  /// Little or no exercise.
  case sedentary
  /// Exercise on 1–3 days a week.
  case light
  /// Exercise on 3–5 days a week.
  case moderate
  /// Exercise on 6–7 days a week.
  case active
  /// A physical job and daily exercise.
  case veryActive = "very_active"

  /// Total energy divided by basal energy: 1.2, 1.375, 1.55, 1.725 or 1.9. These are the customary multipliers; no single study defines
  /// them.
  package var factor: Double {
    switch self {
    case .sedentary: 1.2
    case .light: 1.375
    case .moderate: 1.55
    case .active: 1.725
    case .veryActive: 1.9
    }
  }

  /// Days with exercise a week. `nil` for `sedentary` and `veryActive`, which aren't defined by a number of days.
  package var exerciseDays: ClosedRange<Int>? {
    switch self {
    case .sedentary, .veryActive: nil
    case .light: 1...3
    case .moderate: 3...5
    case .active: 6...7
    }
  }
}
