import Dispatch
import Synchronization

/// Work that a thread of its own does, while the one that began it does something else and then waits for it.
///
/// The waiting blocks: begin one where blocking is allowed, in a command or in `SharedLibrary`'s threads, never on a server's cooperative pool.
package final class BackgroundJob<Outcome: Sendable>: Sendable {
  private let outcome = Mutex<Result<Outcome, any Error>?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  /// Begins it.
  ///
  /// - Parameter label: The thread's name in traces and debuggers.
  package init(_ label: String, _ work: @escaping @Sendable () throws -> Outcome) {
    DispatchQueue(label: label).async {
      let result = Result { try work() }
      self.outcome.withLock { $0 = result }
      self.isDone.signal()
    }
  }

  /// Waits for its end, for at most `ms` milliseconds.
  ///
  /// - Returns: the result; `nil` = it isn't done.
  package func result(withinMs ms: Int) -> Result<Outcome, any Error>? { result(by: .now() + .milliseconds(ms)) }

  /// Waits for its end.
  ///
  /// - Throws: the errors of the work.
  package func result() throws -> Outcome {
    guard let result = result(by: .distantFuture) else { preconditionFailure("signalled without an outcome") }
    return try result.get()
  }

  private func result(by time: DispatchTime) -> Result<Outcome, any Error>? {
    guard isDone.wait(timeout: time) == .success else { return nil }
    // For who asks again.
    isDone.signal()
    return outcome.withLock { $0 }
  }
}
