import Dispatch
import Synchronization

/// The result of work that is done on other threads, for a thread that waits for it.
final class Waiting<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  /// Begins the work.
  init(for work: @escaping @Sendable () async throws -> Value) {
    Task {
      let outcome: Result<Value, any Error>
      do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
      result.withLock { $0 = outcome }
      isDone.signal()
    }
  }

  /// Waits for the end of the work, on the thread of a command that isn't asynchronous.
  ///
  /// - Throws: What the work throws.
  func end() throws -> Value {
    isDone.wait()
    guard let outcome = result.withLock({ $0 }) else { throw CancellationError() }
    return try outcome.get()
  }
}
