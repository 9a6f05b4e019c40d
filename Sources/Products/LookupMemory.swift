import HealthModel

/// The state that outlives a run: earlier answers and the budget of requests. The program puts its database behind it.
package protocol LookupMemory: Sendable {
  /// The last answer that was remembered. `nil` when there is none.
  func answer(for gtin: GTIN) throws -> RememberedAnswer?

  /// Keeps an answer in place of an earlier one.
  func remember(_ answer: RememberedAnswer, for gtin: GTIN) throws

  /// Runs `body` on the budget and keeps what it makes of it, in one transaction that no other process can come between.
  func withBudget<T: Sendable>(_ body: @Sendable (inout RequestBudget) -> T) throws -> T
}
