/// A phase of the plan for the goal `lose`.
package enum DietPhase: String, Sendable, CaseIterable {
  /// Days 1–7 of the plan, at maintenance energy.
  case gentleStart = "gentle_start"
  /// Days 8–14 of the first cycle, days 1–14 of later ones.
  case diet
  /// Days 15–28 of a cycle.
  case maintenance
}
