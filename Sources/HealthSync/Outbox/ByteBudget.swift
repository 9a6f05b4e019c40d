/// How many bytes a local day may cost, for runs that no person starts: for a metered connection.
package struct ByteBudget: Sendable, Codable, Equatable {
  /// Bytes a local day, both directions. `nil` = as many as it takes.
  package var dailyBytes: Int?
  /// Bytes that the day has cost so far.
  package var spent: Int

  /// A budget; without a cap where none is given.
  package init(dailyBytes: Int? = nil, spent: Int = 0) {
    self.dailyBytes = dailyBytes
    self.spent = spent
  }

  /// Whether the day's bytes are used up: the request that goes over the cap is finished, none is begun behind it.
  package var isUsedUp: Bool { dailyBytes.map { spent >= $0 } ?? false }

  /// What keeps the next request back: the rest of the day. `nil` = nothing.
  package func block(at now: SyncInstant) -> BackendMemory.Block? {
    isUsedUp ? BackendMemory.Block(ms: now.msToMidnight, reason: .budget) : nil
  }
}
