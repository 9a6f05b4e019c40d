import HealthModel
import HealthStore
import HealthSync

/// The state of a library's sync: the queue, the last run, and whether the library is signed in.
package struct SyncStanding: Sendable, Equatable {
  /// The library's record of its backend and its runs.
  package let status: SyncStatus
  /// Whether there is a readable account.
  package let isSignedIn: Bool

  /// Reads the state from the library and the account's file, without a request.
  ///
  /// - Parameter dailyBytes: Most bytes that a local day may cost in both directions, for runs that no person starts. `nil` = no cap.
  package init(of library: Library, clock: SyncClock = .system, dailyBytes: Int?) throws {
    isSignedIn = AccountFile(library: library.path).isUsable
    status = try SyncEngine.status(of: library, clock: clock, dailyBytes: dailyBytes)
  }
}
