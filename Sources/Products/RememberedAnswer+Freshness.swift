import HealthModel

extension RememberedAnswer {
  /// Whether it needn't be asked again: a product for 30 days, "no such product" for 7. An answer that is over a day ahead of `nowMs`
  /// says nothing about its age (a clock was wrong) and isn't fresh.
  func isFresh(at nowMs: Int64) -> Bool {
    let age = nowMs - NumberRules.nearestTime(fetchedAtMs)
    return age > -RememberedAnswer.dayMs && age < (found ? 30 : 7) * RememberedAnswer.dayMs
  }

  private static let dayMs: Int64 = 86_400_000
}
