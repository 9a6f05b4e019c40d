import HealthModel
import HealthStore
import HealthSync

/// How a library stands to its backend: what waits, when it was synced, and whether it is signed in.
package struct SyncStanding: Sendable, Equatable {
  /// What the library knows of its backend and its runs.
  package let status: SyncStatus
  /// Whether there is an account that can be read.
  package let isSignedIn: Bool

  /// Reads it from the library and the account's file, without a request.
  ///
  /// - Parameter dailyBytes: Most bytes that a local day may cost in both directions, for runs that no person starts. `nil` = no cap.
  package init(of library: Library, clock: SyncClock = .system, dailyBytes: Int?) throws {
    isSignedIn = AccountFile(library: library.path).isUsable
    status = try SyncEngine.status(of: library, clock: clock, dailyBytes: dailyBytes)
  }
}
