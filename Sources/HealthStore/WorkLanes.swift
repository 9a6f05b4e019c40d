import Dispatch
import Synchronization

/// Threads for blocking work, which must not run on Swift's cooperative pool, with a limited number in parallel. Work
/// beyond the limit is queued in order, without a thread.
package final class WorkLanes: Sendable {
  /// Nothing is begun any more.
  package struct Closed: Error {}

  private struct Waiting {
    let number: Int
    let continuation: CheckedContinuation<DispatchQueue, any Error>
  }

  private struct State {
    /// A serial queue has a thread of its own while it has work.
    var free: [DispatchQueue]
    var waiting: [Waiting] = []
    var lastNumber = 0
    var isClosed = false
    var closing: [CheckedContinuation<Void, Never>] = []
  }

  private let count: Int
  private let state: Mutex<State>

  /// - Parameters:
  ///   - label: The threads' name in traces and debuggers.
  ///   - count: The number of parallel jobs, at least 1.
  package init(_ label: String, count: Int) {
    self.count = count
    state = Mutex(State(free: (0..<count).map { DispatchQueue(label: "\(label).\($0)") }))
  }

  /// Does the work on one of the threads, and returns or throws what it does.
  ///
  /// - Throws: `CancellationError` when the task is cancelled before the work has begun; what has begun is done to its end. `Closed` after `close`.
  package func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    let lane = try await lane()
    return try await withCheckedThrowingContinuation { continuation in
      lane.async {
        let result = Result { try work() }
        self.release(lane)
        continuation.resume(with: result)
      }
    }
  }

  /// Does asynchronous work on one of the threads, which is taken until the work ends, also while it waits.
  ///
  /// - Throws: as `run`.
  package func runAsync<T: Sendable>(_ work: @escaping @Sendable () async throws -> T) async throws -> T {
    let lane = try await lane()
    defer { release(lane) }
    return try await withTaskExecutorPreference(LaneExecutor(lane: lane)) { try await work() }
  }

  /// Waits until running work is done. Queued work fails with `Closed`.
  package func close() async {
    await withCheckedContinuation { continuation in
      let (waiting, isIdle) = state.withLock { state in
        let waiting = state.waiting
        state.isClosed = true
        state.waiting = []
        let isIdle = state.free.count == count
        if !isIdle { state.closing.append(continuation) }
        return (waiting, isIdle)
      }
      for one in waiting { one.continuation.resume(throwing: Closed()) }
      if isIdle { continuation.resume() }
    }
  }

  /// A thread that is free, or the next one that will be.
  private func lane() async throws -> DispatchQueue {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer = state.withLock { state -> Result<DispatchQueue, any Error>? in
          if state.isClosed { return .failure(Closed()) }
          // A cancellation that comes later finds it among those that wait.
          if Task.isCancelled { return .failure(CancellationError()) }
          if let lane = state.free.popLast() { return .success(lane) }
          state.waiting.append(Waiting(number: number, continuation: continuation))
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      let cancelled = state.withLock { state in
        state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
      }
      cancelled?.continuation.resume(throwing: CancellationError())
    }
  }

  private func release(_ lane: DispatchQueue) {
    let (next, closing) = state.withLock { state -> (Waiting?, [CheckedContinuation<Void, Never>]) in
      if !state.waiting.isEmpty { return (state.waiting.removeFirst(), []) }
      state.free.append(lane)
      guard state.isClosed, state.free.count == count else { return (nil, []) }
      defer { state.closing = [] }
      return (nil, state.closing)
    }
    next?.continuation.resume(returning: lane)
    for one in closing { one.resume() }
  }
}
