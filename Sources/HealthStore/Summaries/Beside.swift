import Dispatch
import Synchronization

/// Work that another thread does meanwhile.
final class Beside<Outcome: Sendable>: Sendable {
  private let outcome = Mutex<Result<Outcome, any Error>?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  /// Begins it.
  init(_ work: @escaping @Sendable () throws -> Outcome) {
    DispatchQueue(label: "hsync.beside").async {
      let result = Result { try work() }
      self.outcome.withLock { $0 = result }
      self.isDone.signal()
    }
  }

  /// Waits for its end; may be called once.
  /// - Throws: what the work threw.
  func result() throws -> Outcome? {
    isDone.wait()
    return try outcome.withLock { try $0?.get() }
  }
}
