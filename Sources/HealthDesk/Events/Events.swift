import Glibc
import HealthModel
import HealthStore
import HealthSync

/// Records the user's actions and the program's responses in a log on this machine. Best effort, and fast: it never
/// throws or waits, and sends nothing.
package struct Events: Sendable {
  private let log: EventLog
  private let isKept: Bool
  private let isSent: Bool
  private let folders: [String]
  private let clock: any WallClock

  /// - Parameters:
  ///   - isKept: Whether events are recorded at all.
  ///   - isSent: Whether the user allowed sending them to the backend.
  ///   - folders: Paths of the folders of health exports.
  package init(log: EventLog, isKept: Bool, isSent: Bool, folders: [String], clock: any WallClock) {
    self.log = log
    self.isKept = isKept
    self.isSent = isSent
    self.folders = folders
    self.clock = clock
  }

  /// Appends an event to the local log, unless the settings forbid it.
  ///
  /// - Parameter ms: When it happened, milliseconds since 1970; `nil` = now.
  package func record(_ event: Event, atMs ms: Int64? = nil) {
    guard isKept else { return }
    EventMark(log).follow(isOptedIn: isSent)
    log.append(event.json(atMs: ms ?? clock.nowMs))
  }

  /// Records an action of the user. Call one of the ends of the returned action.
  ///
  /// - Parameter startMs: The start of the user's wait, in milliseconds since 1970; `nil` = now.
  package func begin(_ action: Event.Action, since startMs: Int64? = nil) -> EventAction {
    record(.actionTapped(action))
    return EventAction(action, startMs: startMs ?? clock.nowMs, in: self)
  }

  /// Sends the unsent events, after a successful sync, if the user has allowed that; those of notices only if the profile of activity windows
  /// allows it, too. Events that can't be sent now are
  /// sent after the next sync.
  package func send(with engine: SyncEngine, reason: SyncReason) async {
    guard isSent else { return }
    let allowsNotices = (try? GoSetup(CoastRecords(engine.library).contents()))?.profile.allowsAnalytics == true
    await EventSending(log, sendsNotices: allowsNotices).run(with: engine, reason: reason)
  }

  /// Whether health data can be read: at least one folder is connected, and all of them can be read.
  package var hasPermissions: Bool { !folders.isEmpty && folders.allSatisfy { SourceFolder(path: $0).access == .granted } }

  /// Whole seconds since a time in milliseconds since 1970; `nil` = never. Never negative.
  package func ageSec(ofMs ms: Int64?) -> Int64? { ms.map { max(0, Age(of: $0, at: clock.nowMs).ms / 1000) } }

  fileprivate var nowMs: Int64 { clock.nowMs }
}

/// An action under way.
package struct EventAction: Sendable {
  private let action: Event.Action
  private let startMs: Int64
  private let events: Events

  /// - Parameter startMs: When the person began to wait, milliseconds since 1970.
  fileprivate init(_ action: Event.Action, startMs: Int64, in events: Events) {
    self.action = action
    self.startMs = startMs
    self.events = events
  }

  /// Records the success of the action.
  package func succeeded(_ result: Event.Result) {
    events.record(.actionSucceeded(action, latencyMs: max(0, events.nowMs - startMs), result))
  }

  /// Records the failure of the action.
  package func failed(_ error: any Error) { events.record(.actionFailed(action, Event.Failure(error))) }
}

extension Events {
  /// Returns the time of the last sync of a library file, in milliseconds since 1970; `nil` = never synced, or no library that can be
  /// opened.
  package static func lastSyncMs(ofLibrary path: String) -> Int64? {
    guard access(path, F_OK) == 0, let library = try? Library(at: path, endsWithProcess: true) else { return nil }
    return try? OutboxQueue(library).position().lastOkAtMs
  }

  /// Whether there is a token for the library's backend.
  package static func hasAuthToken(for library: Library) -> Bool { hasAuthToken(forLibrary: library.path) }

  /// Whether there is a token for the backend of the library of a file.
  package static func hasAuthToken(forLibrary path: String) -> Bool { access(AccountFile(library: path).path, F_OK) == 0 }
}
