import Synchronization

/// Answers of all devices since the server was started.
final class PushCounter: Sendable {
  private struct State {
    var count = 0
    var waiting: [(wanted: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  func add() {
    let reached = state.withLock { state in
      state.count += 1
      let reached = state.waiting.filter { $0.wanted <= state.count }
      state.waiting.removeAll { $0.wanted <= state.count }
      return reached
    }
    for wait in reached { wait.continuation.resume() }
  }

  /// Returns once there were so many; after a minute in any case, and what is required of the whole then fails.
  ///
  /// It holds no thread meanwhile: there are as few as cores, and the pushes that it waits for need them.
  func reaches(_ wanted: Int) async {
    let deadline = Task {
      try await Task.sleep(for: .seconds(60))
      giveUp()
    }
    defer { deadline.cancel() }
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.count < wanted { state.waiting.append((wanted, continuation)) }
        return state.count >= wanted
      }
      if isReached { continuation.resume() }
    }
  }

  private func giveUp() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for wait in waiting { wait.continuation.resume() }
  }
}
