import Synchronization

/// A clock that stands still until the test moves it.
package final class ManualClock: Sendable {
  private let state: Mutex<Int64>

  /// A clock that shows `ms` milliseconds since 1970.
  package init(ms: Int64) { state = Mutex(ms) }

  /// Milliseconds since 1970.
  package var nowMs: Int64 { state.withLock { $0 } }

  /// Moves on.
  package func advance(ms: Int64) { state.withLock { $0 += ms } }
}
