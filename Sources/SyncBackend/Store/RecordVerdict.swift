/// The outcome of a pushed record against the stored one: the last writer wins, by version.
enum RecordVerdict: Sendable, Equatable {
  /// It is stored as it came.
  case stored
  /// It is stored with this clock, as its own lies too far in the future: it would win over every later edit elsewhere.
  case restamped(hlc: Int64)
  /// The database has this very version.
  case known
  /// The database has a newer one.
  case superseded

  /// The outcome for a version.
  ///
  /// - Parameters:
  ///   - stored: the version that the database has; `nil` = none.
  ///   - nowMs: the server's time, milliseconds since 1970; see `ServerClock.time(_:stored:)`.
  ///   - maxSkewMs: the most that a version may lie ahead of it.
  init(_ version: RecordVersion, over stored: RecordVersion?, nowMs: Int64, maxSkewMs: Int64) {
    if let stored, stored == version {
      self = .known
    } else if let stored, stored > version {
      self = .superseded
    } else if version.ms <= nowMs + maxSkewMs {
      self = .stored
    } else {
      let now = RecordVersion.clock(atMs: nowMs)
      self = .restamped(hlc: stored.map { max(now, $0.hlc + 1) } ?? now)
    }
  }
}
