import Synchronization

/// Lets requests work on as many bytes at once as there is memory for; the others wait. Owners take turns, however many requests each has.
final class Turnstile: Sendable {
  private let capacity: Int
  private let share: Int
  private let mostWaiting: Int
  private let onIdle: @Sendable (_ peak: Int) -> Void
  private let state = Mutex(State())

  private struct State {
    var inUse = 0
    /// The most in use since nothing was.
    var peak = 0
    var owners: [String: Int] = [:]
    /// Waiting requests by owner, the first one first.
    var queues: [String: [Waiter]] = [:]
    /// Owners with a queue; the next one first.
    var order: [String] = []
    var nextID = 0
  }

  private struct Waiter {
    let id: Int
    let bytes: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  /// A place inside. Left when it is let go of.
  final class Turn: Sendable {
    private let turnstile: Turnstile
    private let owner: String
    private let bytes: Mutex<Int>

    fileprivate init(_ turnstile: Turnstile, owner: String, bytes: Int) {
      self.turnstile = turnstile
      self.owner = owner
      self.bytes = Mutex(bytes)
    }

    deinit { shrink(to: 0) }

    /// Needs less from now on.
    func shrink(to less: Int) {
      let freed = bytes.withLock { bytes in
        defer { bytes = min(bytes, less) }
        return max(bytes - less, 0)
      }
      if freed > 0 { turnstile.leave(owner, freed) }
    }
  }

  /// Creates a turnstile for `capacity` bytes, of which one owner may have half.
  ///
  /// - Parameters:
  ///   - mostWaiting: the maximum number of queued requests of one owner.
  ///   - onIdle: called when no request is inside any more, with the peak of bytes since the last call.
  init(capacity: Int, mostWaiting: Int, onIdle: @escaping @Sendable (_ peak: Int) -> Void = { _ in }) {
    self.capacity = capacity
    share = capacity / 2
    self.mostWaiting = mostWaiting
    self.onIdle = onIdle
  }

  /// Requests that wait.
  var waiting: Int { state.withLock { $0.queues.values.reduce(0) { $0 + $1.count } } }

  /// Waits for room for `bytes`, at most half of the capacity. Throws 429 when too many of the owner wait already.
  func enter(_ owner: Owner, bytes: Int) async throws -> Turn {
    let bytes = min(max(bytes, 4096), share)
    let id = state.withLock { state in
      defer { state.nextID += 1 }
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(Waiter(id: id, bytes: bytes, continuation: continuation), of: owner.id)
      }
    } onCancel: {
      remove(id, of: owner.id)?.continuation.resume(throwing: CancellationError())
    }
    return Turn(self, owner: owner.id, bytes: bytes)
  }

  // MARK: -

  private func add(_ waiter: Waiter, of owner: String) {
    if Task.isCancelled { return waiter.continuation.resume(throwing: CancellationError()) }
    let isTooMany = state.withLock { state in
      if state.queues[owner, default: []].count >= mostWaiting { return true }
      if state.queues[owner] == nil { state.order.append(owner) }
      state.queues[owner, default: []].append(waiter)
      return false
    }
    if isTooMany {
      waiter.continuation.resume(throwing: Refusal.tooManyRequests("this account has too many requests under way at once", afterSeconds: 1))
    }
    admit()
  }

  private func remove(_ id: Int, of owner: String) -> Waiter? {
    state.withLock { state in
      guard let index = state.queues[owner]?.firstIndex(where: { $0.id == id }) else { return nil }
      return take(index, of: owner, &state)
    }
  }

  private func leave(_ owner: String, _ bytes: Int) {
    let peak = state.withLock { state -> Int? in
      state.inUse -= bytes
      let rest = state.owners[owner, default: bytes] - bytes
      state.owners[owner] = rest > 0 ? rest : nil
      guard state.inUse == 0 else { return nil }
      defer { state.peak = 0 }
      return state.peak
    }
    admit()
    if let peak { onIdle(peak) }
  }

  private func admit() {
    while let waiter = state.withLock({ next(&$0) }) { waiter.continuation.resume() }
  }

  /// The next one who may enter, counted as inside.
  private func next(_ state: inout State) -> Waiter? {
    for owner in state.order {
      guard let first = state.queues[owner]?.first else { continue }
      let held = state.owners[owner, default: 0]
      if held > 0, held + first.bytes > share { continue }
      // A large request isn't overtaken by smaller ones.
      if state.inUse + first.bytes > capacity { return nil }
      let waiter = take(0, of: owner, &state)
      if state.queues[owner] != nil {
        state.order.removeAll { $0 == owner }
        state.order.append(owner)
      }
      state.owners[owner] = held + waiter.bytes
      state.inUse += waiter.bytes
      state.peak = max(state.peak, state.inUse)
      return waiter
    }
    return nil
  }

  private func take(_ index: Int, of owner: String, _ state: inout State) -> Waiter {
    let waiter = state.queues[owner, default: []].remove(at: index)
    if state.queues[owner]?.isEmpty == true {
      state.queues[owner] = nil
      state.order.removeAll { $0 == owner }
    }
    return waiter
  }
}
