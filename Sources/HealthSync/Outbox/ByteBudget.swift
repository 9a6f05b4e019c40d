/// The bytes that a local day may cost, for runs that no person starts: for a metered connection.
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

  /// The cap for a person: `20 MB`, `500 kB`, `1234 bytes`; decimal units.
  package var words: String {
    let bytes = dailyBytes ?? 0
    for (unit, name) in [(1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")] where bytes >= unit && bytes % (unit / 10) == 0 {
      return bytes % unit == 0 ? "\(bytes / unit) \(name)" : "\(bytes / unit).\(bytes % unit / (unit / 10)) \(name)"
    }
    return bytes == 1 ? "1 byte" : "\(bytes) bytes"
  }

  /// Returns the block of the next request: the rest of the day. `nil` = none.
  package func block(at now: SyncInstant) -> BackendState.Block? {
    isUsedUp ? BackendState.Block(ms: now.msToMidnight, reason: .budget) : nil
  }
}
