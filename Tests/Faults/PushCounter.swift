import Synchronization
import TestSupport

/// Answers of all devices since the server was started.
final class PushCounter: Sendable {
  private let count = Atomic(0)

  func add() { count.add(1, ordering: .relaxed) }

  /// Returns once there were so many; after a minute in any case, and what is required of the whole then fails.
  func reaches(_ wanted: Int) async { _ = await comesTrue(awaiting: { count.load(ordering: .relaxed) >= wanted }) }
}
