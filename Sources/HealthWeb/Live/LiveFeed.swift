import HealthStore

/// Notifies open pages of changes to the library. The file is checked only while there are listeners.
actor LiveFeed {
  /// An event that is sent to the listeners.
  enum Event: Sendable, Equatable {
    /// Something was committed.
    case changed
    /// A keep-alive: there was no event for a while, and a proxy might close the connection.
    case quiet
  }

  /// Listeners at a time.
  static let most = 50
  /// The number of checks without a change after which a keep-alive is sent: 20 s.
  static let quietTicks = 40

  private let hasChanged: @Sendable () async throws -> Bool
  private let tick: @Sendable () async throws -> Void
  private var listeners: [Int: AsyncStream<Event>.Continuation] = [:]
  private var lastNumber = 0
  private var looking: Task<Void, Never>?

  /// - Parameters:
  ///   - tick: Waits until the next check.
  ///   - hasChanged: Whether anything was committed since it was asked last.
  init(
    tick: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .milliseconds(500)) },
    hasChanged: @escaping @Sendable () async throws -> Bool
  ) {
    (self.tick, self.hasChanged) = (tick, hasChanged)
  }

  /// The number of those that listen.
  var count: Int { listeners.count }

  /// A listener's events from now on; `nil` when there are too many listeners. It is removed when its stream is released.
  func listen() async -> AsyncStream<Event>? {
    // Commits made before there was a listener are on the page already; later ones aren't.
    if looking == nil { _ = try? await hasChanged() }
    guard listeners.count < LiveFeed.most else { return nil }
    lastNumber += 1
    let number = lastNumber
    // One unread event is enough: a second one says no more.
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(1))
    continuation.onTermination = { [weak self] _ in
      Task { await self?.leave(number) }
    }
    listeners[number] = continuation
    if looking == nil { looking = Task { await look() } }
    return stream
  }

  /// Ends all streams.
  func end() {
    for continuation in listeners.values { continuation.finish() }
    listeners = [:]
    looking?.cancel()
    looking = nil
  }

  private func leave(_ number: Int) {
    listeners[number] = nil
    if listeners.isEmpty {
      looking?.cancel()
      looking = nil
    }
  }

  private func look() async {
    var quiet = 0
    while !Task.isCancelled {
      do { try await tick() } catch { return }
      // A file that can't be read now is looked at again.
      let isChanged = (try? await hasChanged()) ?? false
      quiet = isChanged ? 0 : quiet + 1
      if isChanged {
        tell(.changed)
      } else if quiet == LiveFeed.quietTicks {
        quiet = 0
        tell(.quiet)
      }
    }
  }

  private func tell(_ event: Event) { for continuation in listeners.values { continuation.yield(event) } }
}
