import Synchronization

/// Cancels a reading. Also ends the wait for a pipe that may never be written to, with an error.
package final class ReadingStop: Sendable {
  private let flag = Atomic(false)

  /// Not raised.
  package init() {}

  /// Whether the reading is to end. It is polled at least ten times a second.
  var isRaised: Bool { flag.load(ordering: .relaxed) }

  /// Ends the reading.
  package func raise() { flag.store(true, ordering: .relaxed) }
}
