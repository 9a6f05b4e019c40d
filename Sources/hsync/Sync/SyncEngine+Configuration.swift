import HealthDesk
import HealthStore
import HealthSync
import Settings
import Transport

extension SyncEngine {
  /// A sync of `library` with the account that it is signed in to, as the settings have it; `nil` when it is signed in to none.
  ///
  /// - Throws: `SyncError` when the account's file can't be read.
  init?(signedIn library: Library) throws {
    let path = library.path
    try self.init(
      signedIn: library, transport: CurlTransport(), dailyBytes: Configuration.atStart.dailyBytes,
      isRepeated: { Repeater(of: path, nowMs: LocalClock.nowMs) != nil })
  }
}
