import FoundationEssentials
import HealthModel
import HealthStore

/// Limits how often looking at the day refreshes it: once in 60 s, by the boot clock, or by the wall clock after a restart of the machine.
package enum RefreshThrottle {
  /// The pause between two refreshes.
  package static let pauseMs: Int64 = 60_000
  private static let name = "foreground_refresh"

  /// Returns whether a refresh may begin now. If so, the next one may in 60 s; of several processes that call it at the
  /// same time only one gets true.
  package static func begins(in library: Library, clock: SyncClock = .system) throws -> Bool {
    try Notebook(library).update(name) { text in
      let now = clock.instant()
      let next = text.flatMap { try? JSONDecoder().decode(Deadline.self, from: Data($0.utf8)) }
      // Further ahead than it was ever set: the wall clock jumped back over a restart.
      if let left = next?.remainingMs(at: now), (1...pauseMs).contains(left) { return (text, false) }
      return (String(decoding: try JSONEncoder().encode(Deadline(pauseMs, after: now)), as: UTF8.self), true)
    }
  }
}
