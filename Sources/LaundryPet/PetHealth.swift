/// A pet's health: 100 right after a fold, falling evenly to 0 in the pet's number of days.
///
/// health = 100 × (1 − days since the fold ÷ every days), at least 0 and at most 100. A day is 86,400 seconds, in any zone.
/// Every 7 days, 4 days after the fold: 100 × (1 − 4/7) = 42.857…, shown as 43 %.
package struct PetHealth: Sendable, Hashable {
  /// 0…100, not rounded.
  package let value: Double
  /// 0…100, rounded up, so that 0 % means dead.
  package let percent: Int
  /// The mood that goes with it.
  package let mood: PetMood
  /// The time at which it is 0, in milliseconds UTC.
  package let zeroAtMs: Int64

  /// The health at a time.
  ///
  /// - Parameters:
  ///   - sinceMs: The last fold, or the creation of a pet that has none, in milliseconds UTC.
  ///   - everyDays: 1…30.
  ///   - nowMs: Milliseconds UTC. Before `sinceMs` health is 100.
  package init(sinceMs: Int64, everyDays: Int, nowMs: Int64) {
    let totalMs = Int64(everyDays) * PetHealth.dayMs
    zeroAtMs = sinceMs + totalMs
    let leftMs = min(max(zeroAtMs - nowMs, 0), totalMs)
    // One division of whole numbers: 1 - 0.7 isn't 0.3, and would be rounded up to 31 %.
    value = Double(100 * leftMs) / Double(totalMs)
    percent = Int((100 * leftMs + totalMs - 1) / totalMs)
    func isAbove(_ limit: Int64) -> Bool { 100 * leftMs > limit * totalMs }
    mood = isAbove(75) ? .happy : isAbove(50) ? .neutral : isAbove(25) ? .sad : isAbove(0) ? .verySad : .dead
  }

  /// Milliseconds of 86,400 seconds.
  static let dayMs: Int64 = 86_400_000
}
