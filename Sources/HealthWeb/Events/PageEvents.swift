import Dispatch
import HealthDesk
import Synchronization

/// The log of events of the pages: written on its own thread, so that no page waits for the disk or fails because of it.
final class PageEvents: Sendable {
  private let events: @Sendable () -> Events?
  private let clock: any WallClock
  private let writing = DispatchQueue(label: "hsync.events")
  private let waiting = Atomic(0)

  /// Events that may wait for a disk; further ones are lost.
  private static let mostWaiting = 1000

  /// - Parameter events: The log as the settings have it now; `nil` = nothing is logged.
  init(_ events: @escaping @Sendable () -> Events?, clock: any WallClock) { (self.events, self.clock) = (events, clock) }

  /// Records that the user opened a page of a screen.
  ///
  /// - Parameter screen: Made on the thread of the log, because it may look at folders.
  func viewed(_ screen: @escaping @Sendable (Events) -> Event.Screen) { record { .screenViewed(screen($0)) } }

  /// Records what a user or a browser did with notices.
  func noticed(_ event: Event) { record { _ in event } }

  /// Records that the user started an action. Call one of the ends of the returned action.
  ///
  /// - Parameters:
  ///   - startMs: The time from which the user waited, in milliseconds since 1970; `nil` = now.
  ///   - action: Made on the thread of the log.
  func begin(since startMs: Int64? = nil, _ action: @escaping @Sendable (Events) -> Event.Action) -> PageAction {
    record { .actionTapped(action($0)) }
    return PageAction(startMs: startMs ?? nowMs, action: action, events: self)
  }

  /// Waits until everything that was recorded is written.
  func settle() async {
    await withCheckedContinuation { continuation in writing.async { continuation.resume() } }
  }

  fileprivate var nowMs: Int64 { clock.nowMs }

  fileprivate func record(_ event: @escaping @Sendable (Events) -> Event) {
    guard let events = events() else { return }
    let ms = nowMs
    guard waiting.add(1, ordering: .relaxed).newValue <= PageEvents.mostWaiting else {
      waiting.subtract(1, ordering: .relaxed)
      return
    }
    writing.async { [self] in
      events.record(event(events), atMs: ms)
      waiting.subtract(1, ordering: .relaxed)
    }
  }
}

/// An action of a page that is under way.
struct PageAction: Sendable {
  fileprivate let startMs: Int64
  fileprivate let action: @Sendable (Events) -> Event.Action
  fileprivate let events: PageEvents

  /// Records that it went well.
  func succeeded(_ result: Event.Result) {
    let (action, ms) = (action, max(0, events.nowMs - startMs))
    events.record { .actionSucceeded(action($0), latencyMs: ms, result) }
  }

  /// Records that it failed.
  func failed(_ error: any Error) {
    let (action, failure) = (action, Event.Failure(error))
    events.record { .actionFailed(action($0), failure) }
  }
}
