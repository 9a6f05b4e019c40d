import Synchronization

/// Tells a reading that nobody wants its rest: one that waits for a pipe, to which nothing may ever be written, then ends with an error.
package final class ReadingStop: Sendable {
  private let flag = Atomic(false)

  /// Not raised.
  package init() {}

  /// Whether the reading is to end. It looks at least ten times a second.
  var isRaised: Bool { flag.load(ordering: .relaxed) }

  /// Ends the reading.
  package func raise() { flag.store(true, ordering: .relaxed) }
}
