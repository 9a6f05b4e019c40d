import HealthModel

/// What outlives a run: earlier answers and the budget of requests. The program puts its database behind it.
package protocol LookupMemory: Sendable {
  /// The last answer that was remembered. `nil` when there is none.
  func answer(for gtin: GTIN) throws -> RememberedAnswer?

  /// Keeps an answer in place of an earlier one.
  func remember(_ answer: RememberedAnswer, for gtin: GTIN) throws

  /// Runs `body` on the budget and keeps what it makes of it, in one transaction that no other process can come between.
  func withBudget<T: Sendable>(_ body: @Sendable (inout RequestBudget) -> T) throws -> T
}

/// An answer of a service, as it is kept.
package struct RememberedAnswer: Sendable, Hashable {
  /// Whether the service had the product.
  package let found: Bool
  /// The answer's JSON, compact.
  package let body: String
  /// When it came, milliseconds since 1970.
  package let fetchedAtMs: Int64

  /// An answer with everything given.
  package init(found: Bool, body: String, fetchedAtMs: Int64) {
    self.found = found
    self.body = body
    self.fetchedAtMs = fetchedAtMs
  }

  /// Whether it needn't be asked again: a product for 30 days, "no such product" for 7. An answer that is over a day ahead of `nowMs`
  /// says nothing about its age (a clock was wrong) and isn't fresh.
  package func isFresh(at nowMs: Int64) -> Bool {
    let age = nowMs - fetchedAtMs
    return age > -RememberedAnswer.dayMs && age < (found ? 30 : 7) * RememberedAnswer.dayMs
  }

  private static let dayMs: Int64 = 86_400_000
}
