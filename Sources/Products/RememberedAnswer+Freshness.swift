import HealthModel

extension RememberedAnswer {
  /// Whether the answer is recent enough not to repeat the request: a product for 30 days, "no such product" for 7. An
  /// answer over a day ahead of `nowMs` isn't fresh, because a wrong clock makes its age unknown.
  func isFresh(at nowMs: Int64) -> Bool {
    let age = nowMs - NumberRules.nearestTime(fetchedAtMs)
    return age > -RememberedAnswer.dayMs && age < (found ? 30 : 7) * RememberedAnswer.dayMs
  }

  private static let dayMs: Int64 = 86_400_000
}
