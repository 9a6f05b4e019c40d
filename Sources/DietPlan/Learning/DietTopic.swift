/// A question that the plan explains.
package enum DietTopic: String, Sendable, CaseIterable {
  /// The phase of the day.
  case phase
  /// The first week at maintenance energy.
  case gentleStart = "gentle_start"
  /// Total daily energy expenditure.
  case tdee
  /// The goals for macronutrients.
  case macros
  /// The percentage from which a smiley is green.
  case threshold
  /// The eating window.
  case window
  /// The logging streak.
  case streak
  /// The energy target of the day.
  case target
  /// The dates of the next phases.
  case phaseDates = "phase_dates"
  /// Metabolic adaptation: the reason for eating more for two weeks.
  case adaptation = "metabolic_adaptation"
  /// The progress ring.
  case ring
  /// The weight trend.
  case trend

  /// The publications that its answer cites.
  /// - Parameter need: The energy need that is explained.
  package func studies(for need: EnergyNeed) -> [Study] {
    switch self {
    case .phase, .gentleStart, .target, .phaseDates, .adaptation: [.matador]
    case .tdee: if case .katchMcArdle = need.formula { [.katch] } else { [.mifflin] }
    case .macros, .threshold, .window, .streak, .ring, .trend: []
    }
  }
}
