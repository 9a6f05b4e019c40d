/// A step of the set-up, in order.
package enum DietStep: String, Sendable, CaseIterable {
  case welcome, sex, age, height, weight, activity, goal
  /// Eating window and eating times, asked for the goal `lose` only.
  case window

  /// The steps for a goal: 8 for `lose` and while the goal isn't chosen, else 7.
  package static func steps(for goal: DietGoal?) -> [DietStep] { allCases.filter { $0 != .window || goal == .lose || goal == nil } }

  /// Its number from 1, as in `3 of 8`.
  package var number: Int { (DietStep.allCases.firstIndex(of: self) ?? 0) + 1 }
}
