import Foundation
import Synchronization

/// Answers of all devices since the server was started.
final class PushCounter: Sendable {
  private let count = Atomic(0)

  func add() { count.add(1, ordering: .relaxed) }

  /// Returns once there were so many; after a minute in any case, and what is required of the whole then fails.
  func reaches(_ wanted: Int) async {
    await Task.detached {
      let deadline = ContinuousClock.now + .seconds(60)
      while self.count.load(ordering: .relaxed) < wanted, ContinuousClock.now < deadline { _ = poll(nil, 0, 1) }
    }.value
  }
}
