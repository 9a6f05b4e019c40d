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
    let notebook = Notebook(library)
    // Most calls come too early, which is known without the lock for writing.
    if isTooEarly(try notebook.text(name), at: clock.instant()) { return false }
    return try notebook.update(name) { text in
      let now = clock.instant()
      if isTooEarly(text, at: now) { return (text, false) }
      return (String(decoding: try JSONEncoder().encode(Deadline(pauseMs, after: now)), as: UTF8.self), true)
    }
  }

  /// Whether the pause that a stored text stands for isn't over.
  ///
  /// - Parameter text: `nil` = none was stored.
  private static func isTooEarly(_ text: String?, at now: SyncInstant) -> Bool {
    let next = text.flatMap { try? JSONDecoder().decode(Deadline.self, from: Data($0.utf8)) }
    // Further ahead than it was ever set: the wall clock jumped back over a restart.
    return next.map { (1...pauseMs).contains($0.remainingMs(at: now)) } ?? false
  }
}
