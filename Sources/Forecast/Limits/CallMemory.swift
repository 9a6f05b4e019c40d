/// The memory of calls that outlives a run. The program puts its database behind it.
package protocol CallMemory: Sendable {
  /// Runs `body` on the budget and keeps what it makes of it, in one transaction that no other process can come between.
  func withBudget<T: Sendable>(_ body: @Sendable (inout CallBudget) -> T) throws -> T
}
