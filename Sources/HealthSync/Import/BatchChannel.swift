import Dispatch
import HealthModel
import Synchronization

/// Hands batches from the thread that reads an export to the thread that stores them: a few at a time, so that neither runs ahead and
/// memory stays flat. Both ends block: each is a thread of its own, never one of a cooperative pool.
final class BatchChannel: Sendable {
  /// A message at the storing end.
  enum Message: Sendable {
    case batch(HealthBatch)
    /// The export is read to its end.
    case end(ReadingReport)
    /// The reading ended with an error.
    case failure(any Error)
  }

  /// The storing side accepts no more batches.
  struct Closed: Error {}

  private struct State {
    var messages: [Message] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Begins at 0 and is raised from there: a semaphore that goes away with less than it began with ends the program.
  private let free = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)

  /// - Parameter capacity: the most batches that wait.
  init(capacity: Int) {
    for _ in 0..<capacity { free.signal() }
  }

  /// Waits for room and hands a message over.
  /// - Throws: `Closed` once the other end has closed.
  func send(_ message: Message) throws(Closed) {
    free.wait()
    let isClosed = state.withLock { state in
      if !state.isClosed { state.messages.append(message) }
      return state.isClosed
    }
    if isClosed {
      free.signal()
      throw Closed()
    }
    filled.signal()
  }

  /// The next message, or `nil` if none came in that time.
  func receive(withinMs ms: Int) -> Message? {
    guard filled.wait(timeout: .now() + .milliseconds(ms)) == .success else { return nil }
    let message = state.withLock { $0.messages.removeFirst() }
    free.signal()
    return message
  }

  /// Lets the sender go with an error at its next message.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.messages = []
    }
    free.signal()
  }
}
