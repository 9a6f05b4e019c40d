import HealthModel

/// The energy target of a day and the rule that it follows from.
package struct DietTarget: Sendable, Hashable {
  /// The rule of a day's target.
  package enum Rule: Sendable, Hashable {
    /// Maintenance energy, for a reason.
    case maintenance(Reason)
    /// A share of maintenance energy.
    case diet(DietFactor)
    /// The lowest target of a diet day, because the share would be `wouldBeKcal`.
    case floor(wouldBeKcal: Int)
    /// Maintenance energy and `DietTarget.surplusKcal`.
    case surplus
  }

  /// The reason for a day at maintenance energy.
  package enum Reason: String, Sendable, CaseIterable {
    /// The goal is to maintain the weight.
    case goal
    /// Days 1–7 of the plan.
    case gentleStart = "gentle_start"
    /// Days 15–28 of a cycle.
    case phase
    /// The plan is paused.
    case paused
    /// The first day is ahead.
    case notStarted = "not_started"
    /// The user has stopped the plan.
    case stopped
  }

  /// The lowest target of a diet day, kcal: the customary limit for diets without medical supervision.
  package static let floorKcal = 1200

  /// The surplus for the goal `gain`, kcal a day.
  package static let surplusKcal = 500

  /// The energy need of the day's profile.
  package let need: EnergyNeed
  /// The rule that gave `baseKcal`.
  package let rule: Rule
  /// The target without imported active energy, kcal.
  package let baseKcal: Int
  /// Active energy imported for the day, kcal. `nil` = not known. Shown beside the target even when none of it is added.
  package let activeKcal: Double?
  /// The part of the active energy that is added, whole kcal: 0 unless the profile has an `activeShare`.
  package let addedKcal: Int

  /// The target, whole kcal.
  package var kcal: Int { baseKcal + addedKcal }

  /// The target of a day.
  ///
  /// 2300 kcal maintenance: 1900 on diet days, 2800 for `gain`. 1367 kcal: 1367 · 19/23 = 1129, so 1200. A floor never exceeds maintenance.
  ///
  /// - Parameter activeKcal: Imported active energy of the day; `nil` = not known.
  package init(_ profile: DietProfile, state: DietState, activeKcal: Double? = nil) {
    need = EnergyNeed(profile)
    let maintenance = need.maintenanceKcal
    rule = DietTarget.rule(profile, state, maintenance)
    switch rule {
    case .maintenance: baseKcal = maintenance
    case .diet(let factor): baseKcal = factor.kcal(ofMaintenance: maintenance)
    case .floor: baseKcal = min(DietTarget.floorKcal, maintenance)
    case .surplus: baseKcal = maintenance + DietTarget.surplusKcal
    }
    self.activeKcal = activeKcal.flatMap { $0.isFinite && (0...100_000).contains($0) ? $0 : nil }
    let share = profile.activeShare.isFinite ? min(max(profile.activeShare, 0), 1) : 0
    addedKcal = Int(nearest: share * (self.activeKcal ?? 0))
  }

  /// The target, kcal, that a profile has in a phase, without active energy.
  package static func kcal(_ profile: DietProfile, in phase: DietPhase) -> Int {
    let planDay = phase == .gentleStart ? 1 : phase == .diet ? 8 : 15
    return DietTarget(profile, state: .running(PhasePosition(planDay: planDay))).baseKcal
  }

  private static func rule(_ profile: DietProfile, _ state: DietState, _ maintenance: Int) -> Rule {
    switch state {
    case .notStarted: return .maintenance(.notStarted)
    case .stopped: return .maintenance(.stopped)
    case .paused: return .maintenance(.paused)
    case .steady: return profile.goal == .gain ? .surplus : .maintenance(.goal)
    case .running(let position):
      switch position.phase {
      case .gentleStart: return .maintenance(.gentleStart)
      case .maintenance: return .maintenance(.phase)
      case .diet:
        let kcal = profile.factor.kcal(ofMaintenance: maintenance)
        return kcal < floorKcal ? .floor(wouldBeKcal: kcal) : .diet(profile.factor)
      }
    }
  }
}
