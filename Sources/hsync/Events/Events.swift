import Foundation
import HealthModel
import HealthStore
import HealthSync

/// What commands record. Best effort, and quick: nothing of it throws or waits, and nothing leaves the machine by it.
enum Events {
  private static let log = EventLog(Paths())

  /// Appends an event to the local log, unless the settings say that there be none.
  static func record(_ event: Event) {
    guard Configuration.atStart.keepsEvents else { return }
    EventMark(log).follow(isOptedIn: Configuration.atStart.sendsEvents)
    log.append(event.json(atMs: LocalClock.nowMs))
  }

  /// Records that a person asked for something. Call one of the ends of what comes back.
  ///
  /// - Parameter startMs: when they began to wait for it, milliseconds since 1970; `nil` = now.
  static func begin(_ action: Event.Action, since startMs: Int64? = nil) -> EventAction {
    record(.actionTapped(action))
    return EventAction(action, startMs: startMs)
  }

  /// When the library of a file was last synced, milliseconds since 1970; `nil` = never, or there is none that can be opened.
  static func lastSyncMs(ofLibrary path: String) -> Int64? {
    guard access(path, F_OK) == 0, let library = try? Library(at: path, endsWithProcess: true) else { return nil }
    return try? OutboxQueue(library).position().lastOkAtMs
  }

  /// Whether there is a token for the library's backend.
  static func hasAuthToken(for library: Library) -> Bool { access(AccountFile(library: library.path).path, F_OK) == 0 }

  /// Whether health data can be read: at least one folder is connected, and none is closed to us.
  static var hasPermissions: Bool {
    let folders = Configuration.atStart.healthFolders
    return !folders.isEmpty && folders.allSatisfy { SourceFolder(path: $0).access == .granted }
  }

  /// Seconds since a time in milliseconds since 1970; `nil` = never.
  static func ageSec(ofMs ms: Int64?) -> Int64? { ms.map { max(0, Age(of: $0, at: LocalClock.nowMs).ms / 1000) } }
}

/// An action under way.
struct EventAction {
  let action: Event.Action
  private let startMs: Int64

  /// - Parameter startMs: when the person began to wait, milliseconds since 1970; `nil` = now.
  init(_ action: Event.Action, startMs: Int64? = nil) {
    self.action = action
    self.startMs = startMs ?? LocalClock.nowMs
  }

  /// It went well.
  func succeeded(_ result: Event.Result) {
    Events.record(.actionSucceeded(action, latencyMs: max(0, LocalClock.nowMs - startMs), result))
  }

  /// It didn't.
  func failed(_ error: any Error) { Events.record(.actionFailed(action, Event.Failure(error))) }
}
